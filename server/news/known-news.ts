import { LRUCache } from 'lru-cache';
import type { NewsItem } from '#shared/contracts/news.ts';
import { builtInNews } from '#shared/built-in-news.ts';

const maxKnown = 50_000;

/**
 * The limit is one of size, because with a limit of the count LRUCache reserves memory for all entries, which takes 8
 * ms of a start.
 */
const createKnownList = <Value extends string | Set<string>>() =>
  new LRUCache<string, Value>({ maxSize: maxKnown, sizeCalculation: () => 1 });

/**
 * Stores which articles and pictures exist, so that requests for other names count as guesses. `onGone` is called when
 * the backend does not have a known article any more, once until it has the article again.
 */
export function createKnownNews(onGone: (slug: string) => void) {
  const slugs = createKnownList<string>();
  const ids = createKnownList<string>();
  /** The slugs of the articles that contain a picture, by the path of the picture. */
  const pictures = createKnownList<Set<string>>();
  /**
   * The slugs for which `onGone` is not called: articles for which it was called before, and built-in articles, which are
   * known before the backend is asked and which it may never have had. A slug is removed when the backend returns its
   * article. The slug of a list is not removed, because a list may still contain an article that the backend does not have
   * any more: each request for the article would call `onGone`, which purges the caches.
   */
  const exemptFromOnGone = createKnownList<string>();
  for (const { slug } of builtInNews) exemptFromOnGone.set(slug, slug);

  function removePictures(removedSlugs: readonly string[]): void {
    const names = new Set(removedSlugs);
    for (const [path, slugsOfPicture] of [...pictures.entries()]) {
      for (const slug of slugsOfPicture) if (names.has(slug)) slugsOfPicture.delete(slug);
      if (slugsOfPicture.size === 0) pictures.delete(path);
    }
  }

  /** Returns whether the slug was known. */
  function remove(slug: string): boolean {
    const id = slugs.peek(slug);
    if (id === undefined) return false;
    slugs.delete(slug);
    // A renamed article still has its id.
    if (ids.peek(id) === slug) ids.delete(id);
    removePictures([slug]);
    return true;
  }

  return {
    slugs,
    ids,
    pictures,
    removePictures,
    add({ id, slug }: Pick<NewsItem, 'id' | 'slug'>, paths: readonly string[]) {
      slugs.set(slug, id);
      ids.set(id, slug);
      for (const path of paths) pictures.set(path, (pictures.get(path) ?? new Set()).add(slug));
    },
    /** Called with the answer of the backend to a slug. */
    onAnswer(slug: string, item: NewsItem | null): void {
      if (item) exemptFromOnGone.delete(slug);
      else if (remove(slug) && !exemptFromOnGone.has(slug)) {
        exemptFromOnGone.set(slug, slug);
        onGone(slug);
      }
    },
  };
}
