import { useEffect, useRef, type RefObject } from 'react';
import { savesData } from '../lib/connection.ts';
import { useReducedMotion } from '../lib/use-motion.ts';
import { useSite } from '../lib/site-context.ts';

/** The picture is not replaced during the transition between two pages, which is shorter than this. */
const glideMs = 500;

const whenIdle = (run: () => void) =>
  setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 2000 }) : run()), glideMs);

/**
 * Animates the picture of the returned ref once the browser is idle. The picture stays still when motion or data use is
 * reduced, and when the animation fails; a script that does not load is reported. `horizon` is the height of the water
 * line, as a share of the picture's height.
 */
export function useLivePicture(horizon: number, src: string | undefined): RefObject<HTMLImageElement | null> {
  const picture = useRef<HTMLImageElement>(null);
  const isStill = useReducedMotion();
  const { reportError } = useSite();
  useEffect(() => {
    const element = picture.current;
    if (!element || isStill || savesData()) return;
    let stop: (() => void) | null = null;
    let unmounted = false;
    whenIdle(() => {
      if (unmounted) return;
      import('./live-picture.ts').then(
        ({ startLivePicture }) =>
          startLivePicture(element, horizon).then(
            (ended) => {
              stop = ended;
              if (unmounted) ended();
            },
            // The picture could not be loaded, or it is no longer on the page.
            () => undefined,
          ),
        (error: unknown) => reportError('caught', error),
      );
    });
    return () => {
      unmounted = true;
      stop?.();
    };
  }, [isStill, horizon, src, reportError]);
  return picture;
}
