import { useEffect, useState, type RefObject } from 'react';
import { useNear } from './use-near.ts';

/**
 * The module of a part below the first screen, loaded once `target` is within `margin` (such as '600px') of the window;
 * null until then, and where it cannot be loaded: what the server has printed stays. `load` must not change.
 */
export function useNearModule<Module>(
  target: RefObject<Element | null>,
  margin: string,
  load: () => Promise<Module>,
): Module | null {
  const near = useNear(target, margin);
  const [module, setModule] = useState<Module | null>(null);
  useEffect(() => {
    if (!near) return;
    let unmounted = false;
    load().then(
      (loaded) => {
        if (!unmounted) setModule(loaded);
      },
      () => undefined,
    );
    return () => {
      unmounted = true;
    };
  }, [near, load]);
  return module;
}
