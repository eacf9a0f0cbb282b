import { savesData } from './connection.ts';

const query = '(prefers-reduced-motion: reduce)';
/** The key in localStorage of a visitor's choice between moving pictures and still ones. */
const storageKey = 'motion';

const listeners = new Set<() => void>();
/** The choice on this page, if the browser could not store it; else null. */
let unstored: boolean | null = null;

/** Whether the visitor has switched off all automatic movement in the footer. */
export function isMotionSwitchedOff(): boolean {
  if (unstored !== null) return unstored;
  try {
    return localStorage.getItem(storageKey) === 'off';
  } catch {
    return false; // Storage is disabled.
  }
}

/** Marks the document for style sheets where the visitor has switched off all automatic movement or saves data. */
export function markMotion(): void {
  document.documentElement.toggleAttribute('data-still', isMotionSwitchedOff() || savesData());
}

/** Stops or restarts all automatic movement, on every page and in every tab; the choice is stored in the browser. */
export function switchMotion(off: boolean): void {
  try {
    if (off) localStorage.setItem(storageKey, 'off');
    else localStorage.removeItem(storageKey);
    unstored = null;
  } catch {
    // Storage is disabled or full, so the choice lasts until the document is left.
    unstored = off;
  }
  markMotion();
  for (const changed of listeners) changed();
}

/** Calls `changed` whenever the preference may have changed; returns the function that stops that. */
export function watchMotion(changed: () => void) {
  const list = matchMedia(query);
  const onChoice = () => {
    markMotion();
    changed();
  };
  // Another tab has stored a choice.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKey || key === null) unstored = null;
    onChoice();
  };
  list.addEventListener('change', changed);
  addEventListener('storage', onStorage);
  // A document in the back/forward cache receives no `storage` event.
  addEventListener('pageshow', onChoice);
  listeners.add(changed);
  return () => {
    list.removeEventListener('change', changed);
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', onChoice);
    listeners.delete(changed);
  };
}

/** Whether the visitor asked for less motion: in the system's settings, or with the switch in the footer. */
export const prefersReducedMotion = (): boolean => matchMedia(query).matches || isMotionSwitchedOff();

/** The behaviour of a scroll that follows a click of the visitor. */
export const scrollBehavior = (): ScrollBehavior => (prefersReducedMotion() ? 'instant' : 'smooth');
