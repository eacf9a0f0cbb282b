import { decodePart } from '#shared/address.ts';
import { focusElement } from './focus-and-announce.ts';
import type { SessionHistory } from './session-history.ts';

export interface ScrollPositions {
  /** The current scroll position, in CSS pixels. */
  top(): number;
  /**
   * Scrolls to an old position, and again when content that arrives later has changed the height of the page, until the
   * visitor does something.
   */
  restore(top: number): void;
  /** Scrolls to the element that a hash names, and moves the focus there; without such an element, scrolls to the top. */
  toTarget(hash: string): void;
}

/** Scroll events come with every frame, but browsers limit how often an entry may be written. */
const saveAfterMs = 150;
/** Content that arrives later than this does not move the scroll position. */
const restoreWithinMs = 3000;

const maxTop = () => document.documentElement.scrollHeight - innerHeight;

/** Saves the scroll position of the shown page into its history entry, as long as `isShown` returns true. */
export function createScrollPositions(history: SessionHistory, isShown: () => boolean): ScrollPositions {
  let saving: ReturnType<typeof setTimeout> | undefined;
  let stopRestoring = () => {};

  function save() {
    clearTimeout(saving);
    saving = setTimeout(() => {
      if (isShown()) history.update({ top: scrollY });
    }, saveAfterMs);
  }

  function scrollToTop(top: number) {
    stopRestoring();
    scrollTo({ top, behavior: 'instant' });
  }

  function restore(top: number) {
    scrollToTop(top);
    const observer = new ResizeObserver(() => {
      if (maxTop() >= top) scrollTo({ top, behavior: 'instant' });
    });
    const ending = new AbortController();
    const limit = setTimeout(() => stopRestoring(), restoreWithinMs);
    stopRestoring = () => {
      clearTimeout(limit);
      observer.disconnect();
      ending.abort();
    };
    for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
      addEventListener(type, () => stopRestoring(), { signal: ending.signal, passive: true });
    observer.observe(document.documentElement);
  }

  addEventListener('scroll', save, { passive: true });
  // The visitor may have scrolled while the scripts were loading.
  if (scrollY > 0) save();

  return {
    top: () => scrollY,
    restore,
    toTarget(hash) {
      stopRestoring();
      const target = document.getElementById(decodePart(hash.slice(1)) ?? '');
      if (!target) return scrollTo({ top: 0, behavior: 'instant' });
      target.scrollIntoView({ behavior: 'instant' });
      focusElement(target);
    },
  };
}
