import { useEffect, useState, type RefObject } from 'react';

/** Whether an element is on the screen or within `margin` (such as '400px') of it; once true, it stays so. */
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
