import { addressOf } from '#shared/address.ts';
import type { Texts } from '#shared/text.ts';
import type { TextSource } from '../open-visit.ts';

/** The texts belong to a version of the site that is no longer served: the page has to be loaded anew. */
export class OutdatedTextsError extends Error {
  override name = 'OutdatedTextsError';
}

interface CacheEntry {
  texts: Promise<Texts>;
  request: AbortController;
  /** Callers that still wait; a caller without a signal waits to the end. */
  waiting: number;
  isLoaded: boolean;
}

async function fetchTexts(address: string, signal: AbortSignal): Promise<Texts> {
  const answer = await fetch(address, { signal });
  if (answer.status === 404) throw new OutdatedTextsError(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return (await answer.json()) as Texts;
}

/**
 * Texts by page and language, each fetched once; `version` is the hash of all texts, so that browsers may cache them
 * for ever. Rejects when texts cannot be loaded; the next call tries again. A request that all its callers have aborted
 * is aborted.
 */
export function createTextSource(version: string): {
  texts: TextSource;
  add(language: string, route: string, texts: Texts): void;
} {
  const cache = new Map<string, CacheEntry>();
  const addressOfTexts = (language: string, route: string) =>
    addressOf('/texts/:version/:language/:route.json', { version, language, route });

  function load(address: string): CacheEntry {
    const request = new AbortController();
    const entry: CacheEntry = { texts: fetchTexts(address, request.signal), request, waiting: 0, isLoaded: false };
    cache.set(address, entry);
    const onLoaded = () => {
      entry.isLoaded = true;
    };
    entry.texts.then(onLoaded, (error: unknown) => {
      if (cache.get(address) === entry) cache.delete(address);
      if (!request.signal.aborted) console.warn(`translations could not be loaded: ${address}`, error);
    });
    return entry;
  }

  const texts: TextSource = (language, route, signal) => {
    const address = addressOfTexts(language, route);
    const entry = cache.get(address) ?? load(address);
    entry.waiting += 1;
    signal?.addEventListener(
      'abort',
      () => {
        entry.waiting -= 1;
        if (entry.waiting > 0) return;
        // Removed at once: the next caller must not get the aborted request.
        if (!entry.isLoaded && cache.get(address) === entry) cache.delete(address);
        entry.request.abort();
      },
      { once: true },
    );
    return entry.texts;
  };

  return {
    texts,
    add(language, route, loaded) {
      const entry = { texts: Promise.resolve(loaded), request: new AbortController(), waiting: 0, isLoaded: true };
      cache.set(addressOfTexts(language, route), entry);
    },
  };
}
