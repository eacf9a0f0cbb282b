import type { Parameters } from '../stores/site.ts';
import type { EntryState, SessionHistory } from './session-history.ts';

/** The entry of the history that belongs to the current page. */
export interface ShownEntry {
  /** False after Back or Forward, until the page of that entry is shown. */
  isCurrent(): boolean;
  /** Adds an entry for the new current page, or replaces the current entry. */
  write(to: string, entry: Omit<EntryState, 'index'>, replace: boolean): void;
  /**
   * Changes parameters of the address without opening a page; a parameter without values is removed. Does nothing, and
   * returns false, while the current entry of the history belongs to another page.
   */
  setParameters(parameters: Parameters): boolean;
  /** After Back or Forward: marks the current entry as that of the page that is shown. */
  markCurrent(instanceKey: string): void;
  /** After a failed Back or Forward: returns to the entry of the current page. */
  undoMove(): void;
}

/** Starts with the entry of the page that was loaded as a document. */
export function createShownEntry(history: SessionHistory, firstInstanceKey: string): ShownEntry {
  let shownIndex = 0;
  /** The address of that entry. */
  let shownHref = '';
  const currentIndex = () => history.entry().index ?? shownIndex;
  const href = () => history.address().href;

  function markCurrent(instanceKey: string) {
    // An entry without an index was written by the browser itself, which has followed a link to a part of the page. The
    // entry is new; with an unchanged address it has replaced the shown entry, because the same link was clicked twice.
    if (shownHref && shownHref !== href()) shownIndex += 1;
    shownIndex = currentIndex();
    history.update({ index: shownIndex, instanceKey });
    shownHref = href();
  }

  markCurrent(firstInstanceKey);
  return {
    isCurrent: () => history.entry().index === shownIndex,
    write(to, entry, replace) {
      shownIndex = currentIndex();
      if (replace) history.update({ ...entry, index: shownIndex }, to);
      else history.push(to, { ...entry, index: (shownIndex += 1) });
      shownHref = href();
    },
    setParameters(changed) {
      // After Back, while the page of the current entry is loading, the address is no longer that of the shown page.
      if (currentIndex() !== shownIndex) return false;
      history.setParameters(changed);
      shownHref = href();
      return true;
    },
    markCurrent,
    undoMove() {
      const moved = shownIndex - currentIndex();
      if (moved) history.move(moved);
    },
  };
}
