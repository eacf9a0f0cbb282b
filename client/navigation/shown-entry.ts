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
  let shownIndex = history.entry().index ?? 0;
  history.update({ index: shownIndex, instanceKey: firstInstanceKey });

  return {
    isCurrent: () => history.entry().index === shownIndex,
    write(to, entry, replace) {
      const current = history.entry().index ?? shownIndex;
      shownIndex = replace ? current : current + 1;
      if (replace) history.update({ ...entry, index: shownIndex }, to);
      else history.push(to, { ...entry, index: shownIndex });
    },
    setParameters(changed) {
      // After Back, while the page of the current entry is loading, the address is no longer that of the shown page.
      if ((history.entry().index ?? shownIndex) !== shownIndex) return false;
      history.setParameters(changed);
      return true;
    },
    markCurrent(instanceKey) {
      // An entry without an index is new: the browser itself has followed a link to a part of the page.
      shownIndex = history.entry().index ?? shownIndex + 1;
      history.update({ index: shownIndex, instanceKey });
    },
    undoMove() {
      const { index } = history.entry();
      if (index !== undefined && index !== shownIndex) history.move(shownIndex - index);
    },
  };
}
