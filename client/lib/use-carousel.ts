import { useEffect, useRef, useState, type FocusEvent, type PointerEvent, type RefObject } from 'react';
import { createCarousel, type Carousel } from '../stores/carousel.ts';
import { useCalm } from './use-calm.ts';
import { useInView } from './use-in-view.ts';
import { useValue } from './use-value.ts';

interface Options {
  size: number;
  intervalMs: number;
  /** It moves by itself only while this share of it (0 to 1) is visible. */
  visibleShare: number;
}

const swipePx = 50; // spec.md, section 9: swipe threshold

/** Left is forward, right is back; a swipe that is more vertical than horizontal is scrolling. */
function useSwipe(carousel: Carousel) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = { x: event.clientX, y: event.clientY };
    },
    onPointerCancel: () => {
      start.current = null;
    },
    onPointerUp: (event: PointerEvent) => {
      if (!start.current) return;
      const across = event.clientX - start.current.x;
      const along = event.clientY - start.current.y;
      start.current = null;
      if (Math.abs(across) <= swipePx || Math.abs(across) <= Math.abs(along)) return;
      if (across < 0) carousel.next();
      else carousel.previous();
    },
  };
}

/**
 * A carousel's behaviour (spec.md, section 4): it rests while it is pointed at, focused, paused, out of view or unwelcome
 * (reduced motion).
 */
export function useCarousel(root: RefObject<HTMLElement | null>, { size, intervalMs, visibleShare }: Options) {
  const [carousel] = useState(() => createCarousel(size, intervalMs));
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [paused, setPaused] = useState(false);
  const calm = useCalm();
  const visible = useInView(root, visibleShare);
  const playing = visible && !hovered && !focused && !paused && !calm && size > 1;

  const index = useValue(carousel.index);
  // Whoever has moved it by hand has the whole interval to look.
  useEffect(() => (playing ? carousel.play() : undefined), [carousel, playing, index]);

  return {
    carousel,
    index,
    playing,
    /** Whether it would move if nobody touched it: what the pause button shows. */
    moves: !paused && !calm,
    calm,
    togglePause: () => setPaused(!paused),
    swipe: useSwipe(carousel),
    rest: {
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') setHovered(true);
      },
      onPointerLeave: () => setHovered(false),
      // A click leaves focus behind too, and who has pressed play wants it to move.
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        setFocused(target.matches(':focus-visible') && !target.closest('.reel__pause'));
      },
      onBlur: () => setFocused(false),
    },
  };
}
