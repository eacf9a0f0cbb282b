import { useEffect, useState, type RefObject } from 'react';

type Target = RefObject<Element | null>;
type Read = (change: IntersectionObserverEntry, before: boolean, share: number) => boolean;

/**
 * Observes whether an element is in the window. `read` returns the next state from a change and from the state before
 * it; the state is false before hydration. `share` (0 to 1): the part of the element whose appearance is a change.
 * `margin`: a distance around the window that counts as the window.
 */
function useIntersection(target: Target, read: Read, share = 0, margin = '0px'): boolean {
  const [state, setState] = useState(false);
  useEffect(() => {
    if (!target.current) return;
    const observer = new IntersectionObserver(
      // While the page is busy, browsers collect several changes of one element.
      (changes) => setState((before) => changes.reduce((last, change) => read(change, last, share), before)),
      { threshold: share, rootMargin: margin },
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target, read, share, margin]);
  return state;
}

const isInView: Read = ({ isIntersecting, intersectionRatio }, _before, share) =>
  isIntersecting && intersectionRatio >= share - 0.001;
const wasNear: Read = ({ isIntersecting }, before) => before || isIntersecting;
const isAbove: Read = ({ isIntersecting, boundingClientRect }) => !isIntersecting && boundingClientRect.top < 0;

/** Whether at least `share` (0 to 1) of an element is visible; false before hydration. */
export const useInView = (target: Target, share: number): boolean => useIntersection(target, isInView, share);

/**
 * Whether an element is on the screen or at most `margin` (such as '400px') away from it; stays true once it is true.
 */
export const useNear = (target: Target, margin: string): boolean => useIntersection(target, wasNear, 0, margin);

/** Whether an element is above the window, because the page has been scrolled; false before hydration. */
export const useScrolledPast = (target: Target): boolean => useIntersection(target, isAbove);
