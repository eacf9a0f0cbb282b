import { useEffect, useRef, type RefObject } from 'react';
import { savesData, useReducedMotion } from './motion.ts';

/** Longer than a page glides into place: meanwhile the picture must stay what it is. */
const glideMs = 500;

const whenIdle = (run: () => void) =>
  setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 2000 }) : run()), glideMs);

/**
 * Draws the picture of the returned ref live once the browser has nothing better to do; the still one remains under
 * reduced motion, where data is saved, and where anything fails. `horizon` is where its water begins, as a share of the
 * height.
 */
export function useLivePicture(horizon: number, src: string | undefined): RefObject<HTMLImageElement | null> {
  const picture = useRef<HTMLImageElement>(null);
  const isStill = useReducedMotion();
  useEffect(() => {
    const element = picture.current;
    if (!element || isStill || savesData()) return;
    let stop: (() => void) | null = null;
    let unmounted = false;
    whenIdle(() => {
      if (unmounted) return;
      import('./live-picture/start.ts')
        .then(({ startLivePicture }) => startLivePicture(element, horizon))
        .then(
          (ended) => {
            stop = ended;
            if (unmounted) ended();
          },
          () => undefined,
        );
    });
    return () => {
      unmounted = true;
      stop?.();
    };
  }, [isStill, horizon, src]);
  return picture;
}
