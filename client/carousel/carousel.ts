import { computed, signal } from '@preact/signals-react';

/** The state of one mounted carousel; a signal at module level would be shared by all requests of the server. */
export function createCarousel(size: number, intervalMs: number) {
  const index = signal(0);
  const goTo = (position: number) => {
    index.value = (position + size) % size;
  };
  const next = () => goTo(index.peek() + 1);
  const previous = () => goTo(index.peek() - 1);

  /** Advances every interval until the returned function is called. */
  function play() {
    const timer = setInterval(next, intervalMs);
    return () => clearInterval(timer);
  }

  return { index: computed(() => index.value), goTo, next, previous, play };
}

export type Carousel = ReturnType<typeof createCarousel>;
