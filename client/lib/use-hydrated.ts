import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False on the server and for the first client render, true afterwards: for attributes that are wrong without
 * JavaScript.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
