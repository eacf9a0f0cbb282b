import { prefersReducedMotion } from './motion.ts';

/** Longer than browsers take to scroll through a page. */
const maxScrollMs = 1500;

/** A click on a link to a part of the same page scrolls smoothly; Tab and a new page must not. */
export function scrollSmoothlyToAnchors(): void {
  const { style } = document.documentElement;
  const reset = () => {
    style.scrollBehavior = '';
  };
  document.addEventListener('click', ({ target }) => {
    if (prefersReducedMotion() || !(target instanceof Element) || !target.closest('a[href^="#"]')) return;
    style.scrollBehavior = 'smooth';
    setTimeout(reset, maxScrollMs);
  });
  addEventListener('scrollend', reset);
  addEventListener('keydown', reset);
}
