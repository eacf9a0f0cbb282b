import { useEffect, useRef, type RefObject } from 'react';

const seenShare = 0.1; // spec.md, section 9: in-view trigger threshold 10 percent

/**
 * Things below the fold rise when they are scrolled into view, those that come together one after the other. They are
 * hidden when the visitor begins to scroll: without JavaScript, with reduced motion, on paper, in a picture of the
 * whole page, and for what is on screen at once, everything simply stands where it ends.
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
    const parts = [...root.current.querySelectorAll('[data-rise]')].filter((part) => !seen.current.has(part));
    // Looked at in the next frame, when the page stands where it was scrolled to.
    const watch = () => parts.forEach((part) => observer.observe(part));
    if (scrollY > 0 || parts.some((part) => part.hasAttribute('data-below'))) watch();
    else addEventListener('scroll', watch, { once: true, passive: true });
    return () => {
      removeEventListener('scroll', watch);
      observer.disconnect();
    };
  }, [root, visit]);
}
