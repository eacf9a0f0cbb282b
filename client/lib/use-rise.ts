import { useEffect, useRef, type RefObject } from 'react';

const seenShare = 0.1; // spec.md, section 9: in-view trigger threshold 10 percent

/**
 * Things below the fold rise when they are scrolled into view, those that come together one after the other. What is
 * marked here starts hidden, so without JavaScript, with reduced motion, and for what is on screen at once, everything
 * simply stands where it ends.
 */
export function useRise(root: RefObject<HTMLElement | null>, visit: unknown): void {
  const seen = useRef(new WeakSet<Element>());
  useEffect(() => {
    if (!root.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const observer = new IntersectionObserver(
      (entries) => {
        let together = 0;
        for (const { target, isIntersecting, boundingClientRect } of entries) {
          const part = target as HTMLElement;
          const waits = part.hasAttribute('data-below');
          if (!isIntersecting && (waits || boundingClientRect.top >= innerHeight)) {
            part.setAttribute('data-below', '');
            continue;
          }
          if (waits) part.style.setProperty('--i', String(together));
          together += Number(waits);
          part.removeAttribute('data-below');
          observer.unobserve(part);
          seen.current.add(part);
        }
      },
      { threshold: seenShare },
    );
    // Looked at in the next frame, when the page stands where it was scrolled to.
    for (const part of root.current.querySelectorAll('[data-rise]'))
      if (!seen.current.has(part)) observer.observe(part);
    return () => observer.disconnect();
  }, [root, visit]);
}
