import { computed, signal } from '@preact/signals-react';

const settleMs = 100; // spec.md, section 2: scrolling highlights after a 100 ms delay

/** Which of the numbered tracks is highlighted; the first one initially. */
export function createProcess() {
  const selected = signal(1);
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** A choice outlives the scrolling that came before it. */
  function select(track: number) {
    clearTimeout(timer);
    selected.value = track;
  }

  /** Selects what `nearest` names once the page has rested. */
  function moved(nearest: () => number) {
    clearTimeout(timer);
    timer = setTimeout(() => select(nearest()), settleMs);
  }

  const stop = () => clearTimeout(timer);

  return { selected: computed(() => selected.value), select, moved, stop };
}

export type Process = ReturnType<typeof createProcess>;
