import { useEffect, useState, type RefObject } from 'react';

/** Whether at least `share` (0 to 1) of an element is visible; false before hydration. */
export function useInView(target: RefObject<Element | null>, share: number): boolean {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (!target.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // While the page is busy, browsers collect several changes of one element; the last one counts.
        const entry = entries.at(-1);
        if (entry) setVisible(entry.isIntersecting && entry.intersectionRatio >= share - 0.001);
      },
      { threshold: share },
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target, share]);
  return visible;
}
