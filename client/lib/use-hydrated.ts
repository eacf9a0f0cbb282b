import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and for the first client render, true afterwards: for what must not stand there without JavaScript. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
