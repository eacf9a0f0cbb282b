import type { MouseEvent } from 'react';
import { positionId } from './merge-view.tsx';

/** Ignores the second click of a double click, which would press the button that has just appeared in the same place. */
export const once = (decide: () => unknown) => (event: MouseEvent) => event.detail < 2 && decide();

interface Props {
  label: string;
  onClick: (event: MouseEvent) => unknown;
  /** The keyboard shortcut of the button. */
  keys?: string;
  sun?: boolean;
  /** Whether the keyboard focus moves to the button when it is shown. Which conflict is shown is read after its label. */
  next?: boolean;
}

/** A button of the merge example. */
export function MergeAction({ label, onClick, keys, sun = false, next = false }: Props) {
  return (
    <button
      className={sun ? 'button button--small button--sun' : 'button button--small button--line'}
      type="button"
      onClick={onClick}
      aria-keyshortcuts={keys}
      aria-describedby={next ? positionId : undefined}
      data-next={next || undefined}
    >
      {label}
      {keys && <kbd aria-hidden="true">{keys.toUpperCase()}</kbd>}
    </button>
  );
}
