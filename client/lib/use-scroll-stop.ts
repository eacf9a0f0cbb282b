import { useEffect, useRef, type RefObject } from 'react';

/**
 * Makes an element that may scroll sideways a stop of the Tab key only while it does. The server prints `tabIndex={0}`,
 * so that it can be scrolled by keyboard without JavaScript too.
 */
export function useScrollStop<Box extends HTMLElement>(): RefObject<Box | null> {
  const target = useRef<Box>(null);
  useEffect(() => {
    const box = target.current;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      box.tabIndex = box.scrollWidth > box.clientWidth ? 0 : -1;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return target;
}
