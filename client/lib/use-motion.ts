import { useSyncExternalStore } from 'react';
import { isMotionSwitchedOff, prefersReducedMotion, watchMotion } from './motion.ts';

// These hooks are not in motion.ts, because the entry imports motion.ts and must not load React.

/** As `prefersReducedMotion`; true on the server, so that nothing moves before the preference is known. */
export const useReducedMotion = (): boolean => useSyncExternalStore(watchMotion, prefersReducedMotion, () => true);

/** Whether the switch in the footer is off; false on the server. */
export const useMotionSwitchedOff = (): boolean => useSyncExternalStore(watchMotion, isMotionSwitchedOff, () => false);
