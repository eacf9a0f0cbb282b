import { useEffect, useState, type RefObject } from 'react';

/** Whether an element is above the window, because the page has been scrolled; false before hydration. */
export function useScrolledPast(target: RefObject<Element | null>): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    if (!target.current) return;
    const observer = new IntersectionObserver((entries) => {
      // While the page is busy, browsers collect several changes of one element; the last one counts.
      const entry = entries.at(-1);
      if (entry) setPast(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target]);
  return past;
}
