import type { ReadonlySignal } from '@preact/signals-react';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * The value of a signal; the component renders again when the value changes. Reading `.value` in a component would not
 * subscribe it, because the Babel transform of the signals package is not used here.
 */
export function useValue<T>(signal: ReadonlySignal<T>): T {
  // React subscribes again whenever it gets another function.
  const subscribe = useCallback((changed: () => void) => signal.subscribe(changed), [signal]);
  const read = () => signal.peek();
  return useSyncExternalStore(subscribe, read, read);
}
