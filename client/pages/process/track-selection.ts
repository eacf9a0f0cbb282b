import { computed, signal } from '@preact/signals-react';

/** The nearest track is highlighted after this time without scroll events. */
const scrollDelayMs = 100;

interface Box {
  top: number;
  height: number;
}

/**
 * The index of the box whose centre is nearest to `middle`; the first one of two equally near boxes, -1 without boxes.
 */
export function nearestCentre(boxes: readonly Box[], middle: number): number {
  const distances = boxes.map(({ top, height }) => Math.abs(top + height / 2 - middle));
  return distances.indexOf(Math.min(...distances));
}

/** Stores which of the numbered tracks of /process is selected; initially the first one. */
export function createTrackSelection() {
  const selected = signal(1);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ignoresScrolling = false;

  function stop() {
    clearTimeout(timer);
    ignoresScrolling = false;
  }

  /**
   * Selects a track. Scroll events of earlier scrolling, which may arrive just after the choice, do not change the
   * choice.
   */
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
