import { useEffect, useRef, useState, type FocusEvent, type PointerEvent, type RefObject } from 'react';
import { createCarousel, type Carousel } from './carousel.ts';
import { useReducedMotion } from '../lib/use-motion.ts';
import { useInView } from '../lib/use-intersection.ts';
import { useValue } from '../lib/use-value.ts';

interface Options {
  /** The number of slides. */
  size: number;
  intervalMs: number;
  /** The carousel advances by itself only while this share of it (0 to 1) is visible. */
  visibleShare: number;
}

/** A shorter movement of the finger is a tap. */
const minSwipePx = 50;

/**
 * A swipe to the left goes forward, one to the right goes back. A movement that is more vertical than horizontal
 * scrolls the page, and one of the mouse selects text.
 */
function useSwipe(carousel: Carousel) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      start.current = pointerType === 'mouse' ? null : { x: clientX, y: clientY };
    },
    onPointerCancel: () => {
      start.current = null;
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!start.current) return;
      const horizontal = clientX - start.current.x;
      const vertical = clientY - start.current.y;
      start.current = null;
      if (Math.abs(horizontal) <= minSwipePx || Math.abs(horizontal) <= Math.abs(vertical)) return;
      if (horizontal < 0) carousel.next();
      else carousel.previous();
    },
  };
}

/**
 * The behaviour of a carousel. It advances by itself, but not while the visitor points at it, has the keyboard focus in
 * it, has paused it, has scrolled it out of view or has asked for reduced motion.
 */
export function useCarousel(root: RefObject<HTMLElement | null>, { size, intervalMs, visibleShare }: Options) {
  const [carousel] = useState(() => createCarousel(size, intervalMs));
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [paused, setPaused] = useState(false);
  const reducedMotion = useReducedMotion();
  const visible = useInView(root, visibleShare);
  const running = visible && !hovered && !focused && !paused && !reducedMotion && size > 1;

  const index = useValue(carousel.index);
  // The effect depends on the index, so that the whole interval passes after a slide is chosen by hand.
  useEffect(() => (running ? carousel.play() : undefined), [carousel, running, index]);

  const wanted = paused ? ('paused' as const) : ('on' as const);
  return {
    carousel,
    index,
    /**
     * The value of `aria-live` for the slides. With `polite`, screen readers read a slide that the visitor has chosen. It
     * is `off` while the slides advance automatically, and while the carousel is out of view: a change of the language
     * changes its texts.
     */
    live: visible && !running ? ('polite' as const) : ('off' as const),
    /** The state of the pause button; there is no button when the carousel never advances by itself. */
    autoplay: reducedMotion || size < 2 ? ('unwanted' as const) : wanted,
    togglePause: () => setPaused(!paused),
    swipeHandlers: useSwipe(carousel),
    pauseHandlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') setHovered(true);
      },
      onPointerLeave: () => setHovered(false),
      // A click also leaves the focus on the button, but a visitor who has just pressed play expects the slides to
      // move.
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        setFocused(target.matches(':focus-visible') && !target.closest('.pause-button'));
      },
      onBlur: () => setFocused(false),
    },
  };
}
