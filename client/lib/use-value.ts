import { useCallback, useSyncExternalStore } from 'react';
import type { ReadonlySignal } from '@preact/signals-react';

/**
 * The one way a component reads a signal: without the Babel transform of signals, a component that reads `.value` is not
 * rendered again. Both snapshots use `peek`, so that the server's and the first client render are equal.
 */
export function useValue<T>(signal: ReadonlySignal<T>): T {
  // The same function for the same signal: React subscribes again whenever it is given another one.
  const subscribe = useCallback((changed: () => void) => signal.subscribe(changed), [signal]);
  const read = () => signal.peek();
  return useSyncExternalStore(subscribe, read, read);
}
