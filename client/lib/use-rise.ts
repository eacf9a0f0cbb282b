import { useEffect, type RefObject } from 'react';

const seenShare = 0.1; // spec.md, section 9: in-view trigger threshold 10 percent

/**
 * Things below the fold rise when they are scrolled into view. What is marked here starts hidden, so without
 * JavaScript, with reduced motion, and for what is on screen at once, everything simply stands where it ends.
 */
export function useRise(root: RefObject<HTMLElement | null>, visit: unknown): void {
  useEffect(() => {
    if (!root.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) continue;
          target.removeAttribute('data-below');
          observer.unobserve(target);
        }
      },
      { threshold: seenShare },
    );
    for (const part of root.current.querySelectorAll('[data-rise]')) {
      // What was hidden before a change of language still waits to be seen.
      const waiting = part.hasAttribute('data-below');
      if (!waiting && part.getBoundingClientRect().top < innerHeight) continue;
      part.setAttribute('data-below', '');
      observer.observe(part);
    }
    return () => observer.disconnect();
  }, [root, visit]);
}
