import { computed, signal } from '@preact/signals-react';

/** So long after the last scroll event the nearest track is highlighted. */
const scrollDelayMs = 100;

/** Which of the numbered tracks is selected; the first one initially. */
export function createProcess() {
  const selected = signal(1);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ignoresScrolling = false;

  function stop() {
    clearTimeout(timer);
    ignoresScrolling = false;
  }

  /** Selects a track. Scrolling before the choice, and its events that arrive just after, do not change the choice. */
  function select(track: number) {
    stop();
    selected.value = track;
    ignoresScrolling = true;
    timer = setTimeout(stop, scrollDelayMs);
  }

  /** To be called for every scroll event: selects the track that `nearest` returns once scrolling has paused. */
  function scrolled(nearest: () => number) {
    if (ignoresScrolling) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      selected.value = nearest();
    }, scrollDelayMs);
  }

  return { selected: computed(() => selected.value), select, scrolled, stop };
}
