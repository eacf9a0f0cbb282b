import type { MouseEvent } from 'react';

/** Ignores the second click of a double click, which would press the button that has just appeared in the same place. */
export const once = (decide: () => unknown) => (event: MouseEvent) => event.detail < 2 && decide();

interface Props {
  label: string;
  /** The id of a text that is read aloud after the label: the button has the focus when a new conflict is shown. */
  describedBy?: string;
  onClick: (event: MouseEvent) => unknown;
  /** The keyboard shortcut of the button. */
  keys?: string;
  sun?: boolean;
  /** Whether the keyboard focus moves to the button when the button is shown. */
  next?: boolean;
}

/** A button of the merge example. */
export function MergeAction({ label, describedBy, onClick, keys, sun = false, next = false }: Props) {
  return (
    <button
      className={sun ? 'button button--small button--sun' : 'button button--small button--line'}
      type="button"
      onClick={onClick}
      aria-keyshortcuts={keys}
      aria-describedby={describedBy}
      data-next={next || undefined}
    >
      {label}
      {keys && <kbd aria-hidden="true">{keys.toUpperCase()}</kbd>}
    </button>
  );
}
