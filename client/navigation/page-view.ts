import { flushSync } from 'react-dom';
import { applyHead } from './apply-head.ts';
import { prefersReducedMotion } from '../lib/motion.ts';
import { pageMetaOf, type Visit } from '../visit.ts';
import { focusHeading } from './focus-and-announce.ts';
import type { HeadMotion } from '../head-motion/head-motion.ts';

/** Longer than the motion of a head. */
const runningMs = 390;

/** The document as the navigator changes it; tests pass a fake one. */
export interface PageView {
  /**
   * Runs an update that shows another page, whose colours change at once. Its head moves if `moves` is true and it
   * is in the window, unless the visitor has reduced motion.
   */
  animate(update: () => void, moves: boolean): void;
  /**
   * Lays out only the head of the page for the next frame, and the rest for the frame after it: on a slow phone the
   * layout of a whole page delays the first frame by 0.1 s. The page must be at its top.
   */
  showHeadFirst(): void;
  /** Renders what `update` changes, with the head of `visit`, before it returns. */
  render(visit: Visit, update: () => void): void;
  title(): string;
  /** Sets the title of the document to that of a page. */
  setTitle(visit: Visit): void;
  /** Whether the browser has translated the page: React cannot change all texts then. */
  isTranslated(): boolean;
  /** Focuses the heading of the new page, so that screen readers and the Tab key continue there. */
  focusHeading(): void;
}

/** `origin` is the site's public origin: canonical links must not depend on the address bar. */
export function createPageView(origin: string): PageView {
  let headMotion: HeadMotion | undefined;
  // It is not needed before the first link; without it, pages change without motion.
  void import('../head-motion/head-motion.ts').then(
    ({ createHeadMotion }) => {
      headMotion = createHeadMotion(document);
    },
    () => undefined,
  );
  const root = document.documentElement;
  let running: Animation | undefined;
  return {
    animate(update, moves) {
      if (prefersReducedMotion()) return update();
      const old = moves && headMotion?.measure();
      // While the attribute is `running`, the bar changes its colours and the menu closes without a CSS transition, and
      // the pause button of a film is hidden.
      root.dataset['navigation'] = 'running';
      try {
        update();
        if (old) headMotion?.start(old);
      } finally {
        running?.cancel();
        // An empty animation begins, as all others, with the first frame of the page; a timer would not wait for it.
        running = root.animate([], runningMs);
        running.onfinish = () => {
          root.dataset['navigation'] = 'done';
        };
      }
    },
    showHeadFirst() {
      root.dataset['headFirst'] = '';
      requestAnimationFrame(() => setTimeout(() => delete root.dataset['headFirst']));
    },
    render(visit, update) {
      // The head is written before the page is rendered, because the effects of a page may change the title.
      applyHead(pageMetaOf(visit), { origin, path: visit.path, language: visit.language });
      flushSync(update);
    },
    title: () => document.title,
    setTitle(visit) {
      document.title = pageMetaOf(visit).title;
    },
    // Chromium puts each text that it translates into an element of its own, out of React's reach.
    isTranslated: () => document.querySelector('#root font') !== null,
    focusHeading,
  };
}
