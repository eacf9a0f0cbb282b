import { prefersReducedMotion } from '../lib/motion.ts';

/** Longer than any browser takes to scroll through a page. */
const maxScrollMs = 1500;

/**
 * Makes the scroll after a click on a link to a part of the same page smooth; scrolling by Tab or to a new page stays
 * instant.
 */
export function scrollSmoothlyToAnchors(): void {
  const { style } = document.documentElement;
  let timer = 0;
  const reset = () => {
    style.scrollBehavior = '';
  };
  document.addEventListener('click', ({ target }) => {
    if (prefersReducedMotion() || !(target instanceof Element) || !target.closest('a[href^="#"]')) return;
    style.scrollBehavior = 'smooth';
    // Otherwise the timer of an earlier click would make the scroll of this click instant.
    clearTimeout(timer);
    timer = window.setTimeout(reset, maxScrollMs);
  });
  addEventListener('scrollend', reset);
  addEventListener('keydown', reset);
}
