import { flushSync } from 'react-dom';
import { applyHead } from './apply-head.ts';
import { prefersReducedMotion } from '../lib/motion.ts';
import { pageMetaOf, type Visit } from '../visit.ts';
import { focusHeading } from './focus-and-announce.ts';
import { createGrowingPicture } from './growing-picture.ts';

/** The document as the navigator changes it; tests pass a fake one. */
export interface PageView {
  /**
   * Runs an update, with a view transition when the browser supports it and the visitor has not reduced motion;
   * resolves once the update has run.
   */
  animate(update: () => void): Promise<void>;
  /** Renders what `update` changes, with the head of `visit`, before it returns. */
  render(visit: Visit, update: () => void): void;
  title(): string;
  /** Focuses the heading of the new page, so that screen readers and the Tab key continue there. */
  focusHeading(): void;
}

/** `origin` is the site's public origin: canonical links must not depend on the address bar. */
export function createPageView(origin: string): PageView {
  const picture = createGrowingPicture(document);
  let latest = 0;
  return {
    async animate(update) {
      const isStill = !document.startViewTransition || prefersReducedMotion() || document.visibilityState === 'hidden';
      if (isStill) return update();
      latest += 1;
      const own = latest;
      picture.begin();
      const transition = document.startViewTransition(() => {
        update();
        if (own === latest) picture.arrive();
      });
      const end = () => {
        if (own === latest) picture.end();
      };
      transition.finished.then(end, end);
      // `ready` rejects when a newer transition skips this one, which is not an error.
      transition.ready.then(picture.run, () => undefined);
      await transition.updateCallbackDone;
    },
    render(visit, update) {
      const meta = pageMetaOf(visit);
      flushSync(update);
      applyHead(meta, { origin, path: visit.path, language: visit.language });
    },
    title: () => document.title,
    focusHeading,
  };
}
