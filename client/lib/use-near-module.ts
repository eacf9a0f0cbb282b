import { useEffect, useState, type RefObject } from 'react';
import { useSite } from './site-context.ts';
import { useNear } from './use-intersection.ts';

/**
 * Loads the module of a part below the first screen when `target` is at most `margin` (such as '600px') away from the
 * window. Returns null until the module is loaded. A module that does not load is reported, and the HTML of the server
 * stays. `load` must be the same function in every render.
 */
export function useNearModule<Module>(
  target: RefObject<Element | null>,
  margin: string,
  load: () => Promise<Module>,
): Module | null {
  const { reportError } = useSite();
  const near = useNear(target, margin);
  const [module, setModule] = useState<Module | null>(null);
  useEffect(() => {
    if (!near) return;
    let unmounted = false;
    load().then(
      (loaded) => {
        if (!unmounted) setModule(loaded);
      },
      (error: unknown) => reportError('caught', error),
    );
    return () => {
      unmounted = true;
    };
  }, [near, load, reportError]);
  return module;
}
