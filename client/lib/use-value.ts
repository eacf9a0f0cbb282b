import { useCallback, useSyncExternalStore } from 'react';
import type { ReadonlySignal } from '@preact/signals-react';

/**
 * The one way a component reads a signal. Without the Babel transform, `.value` read in a component goes stale
 * silently; `peek` for both snapshots keeps the server's and the first client render equal.
 */
export function useValue<T>(signal: ReadonlySignal<T>): T {
  // React subscribes anew whenever it is given another function.
  const subscribe = useCallback((changed: () => void) => signal.subscribe(changed), [signal]);
  const read = () => signal.peek();
  return useSyncExternalStore(subscribe, read, read);
}
