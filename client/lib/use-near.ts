import { useEffect, useState, type RefObject } from 'react';

/**
 * Whether an element is on the screen or at most `margin` (such as '400px') away from it; stays true once it is true.
 */
export function useNear(target: RefObject<Element | null>, margin: string): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !target.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: margin },
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [near, target, margin]);
  return near;
}
