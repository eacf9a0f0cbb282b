import { useEffect, useRef, type RefObject } from 'react';
import { prefersReducedMotion } from '../lib/motion.ts';

/** An element counts as seen when this share of it (0 to 1) is visible. */
const seenShare = 0.1;

/**
 * Animates elements with `data-rise` when they are scrolled into view; elements that appear together are animated one
 * after the other, the third and all later ones at the same time. Elements below the window are hidden only when the
 * visitor begins to scroll, so that everything is visible on the first screen, without JavaScript, with reduced motion,
 * in print and in a screenshot of the whole page.
 */
export function useRise(root: RefObject<HTMLElement | null>, visit: unknown): void {
  const risen = useRef(new WeakSet<Element>());
  useEffect(() => {
    if (!root.current || prefersReducedMotion()) return;
    const observer = new IntersectionObserver(
      (entries) => {
        let inThisCall = 0;
        for (const { target, isIntersecting, boundingClientRect } of entries) {
          // Only HTML elements have `data-rise`, but the observer types its targets as Element.
          const element = target as HTMLElement;
          const hidden = element.hasAttribute('data-below');
          if (!isIntersecting && (hidden || boundingClientRect.top >= innerHeight)) {
            element.setAttribute('data-below', '');
            continue;
          }
          if (hidden) {
            element.style.setProperty('--i', String(Math.min(inThisCall, 2)));
            inThisCall += 1;
          }
          element.removeAttribute('data-below');
          observer.unobserve(element);
          risen.current.add(element);
        }
      },
      { threshold: seenShare },
    );
    const elements = [...root.current.querySelectorAll('[data-rise]')].filter((element) => !risen.current.has(element));
    // The observer reports in the next frame, after the page has been scrolled to its position.
    const observe = () => elements.forEach((element) => observer.observe(element));
    if (scrollY > 0 || elements.some((element) => element.hasAttribute('data-below'))) observe();
    else addEventListener('scroll', observe, { once: true, passive: true });
    return () => {
      removeEventListener('scroll', observe);
      observer.disconnect();
    };
  }, [root, visit]);
}
