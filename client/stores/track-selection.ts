import { computed, signal } from '@preact/signals-react';

/** So long after the last scroll event the nearest track is highlighted. */
const scrollDelayMs = 100;

interface Box {
  top: number;
  height: number;
}

/** The position of the box whose centre is nearest `middle`; of two equally near ones the first, of none -1. */
export function nearestCentre(boxes: readonly Box[], middle: number): number {
  const distances = boxes.map(({ top, height }) => Math.abs(top + height / 2 - middle));
  return distances.indexOf(Math.min(...distances));
}

/** Which of the numbered tracks of /process is selected; the first one initially. */
export function createTrackSelection() {
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
