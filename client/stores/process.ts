import { computed, signal } from '@preact/signals-react';

const settleMs = 100; // spec.md, section 2: scrolling highlights after a 100 ms delay

/** Which of the numbered tracks is highlighted; the first one initially. */
export function createProcess() {
  const selected = signal(1);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held = false;

  function stop() {
    clearTimeout(timer);
    held = false;
  }

  /** A choice outlives the scrolling that came before it, also what the browser reports a frame later. */
  function select(track: number) {
    stop();
    selected.value = track;
    held = true;
    timer = setTimeout(stop, settleMs);
  }

  /** Selects what `nearest` names once the page has rested. */
  function moved(nearest: () => number) {
    if (held) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      selected.value = nearest();
    }, settleMs);
  }

  return { selected: computed(() => selected.value), select, moved, stop };
}

export type Process = ReturnType<typeof createProcess>;
