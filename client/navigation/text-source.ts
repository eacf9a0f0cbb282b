import { addressOf } from '#shared/address.ts';
import { ownPaths } from '#shared/own-paths.ts';
import type { Texts } from '#shared/text.ts';
import type { TextSource } from '../open-visit.ts';
import { parseOwnJson } from '../lib/own-json.ts';
import { withTimeout } from '../lib/with-timeout.ts';

/** The server no longer has the texts of this version of the site, so the page must be loaded as a document. */
export class OutdatedTextsError extends Error {
  override name = 'OutdatedTextsError';
}

interface CacheEntry {
  texts: Promise<Texts>;
  request: AbortController;
  /** The number of callers that have not aborted; infinite once the texts are loaded, so that they stay cached. */
  waiting: number;
}

async function fetchTexts(address: string, signal: AbortSignal): Promise<Texts> {
  const response = await fetch(address, { signal: withTimeout(signal) });
  if (response.status === 404) throw new OutdatedTextsError(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return parseOwnJson<Texts>(response);
}

/**
 * Fetches the texts of pages by page and language, each once. `version` is the hash of all texts, so that browsers may
 * cache them for ever. A call rejects when the texts do not load; the next call sends a new request. A request is
 * aborted when all its callers have aborted.
 */
export function createTextSource(version: string): {
  texts: TextSource;
  add(language: string, route: string, texts: Texts): void;
} {
  const cache = new Map<string, CacheEntry>();
  const textsAddress = (language: string, route: string) => addressOf(ownPaths.texts, { version, language, route });

  function load(address: string): CacheEntry {
    const request = new AbortController();
    const entry: CacheEntry = { texts: fetchTexts(address, request.signal), request, waiting: 0 };
    cache.set(address, entry);
    const onLoaded = () => {
      entry.waiting = Infinity;
    };
    entry.texts.then(onLoaded, (error: unknown) => {
      if (cache.get(address) === entry) cache.delete(address);
      if (!request.signal.aborted) console.warn(`translations could not be loaded: ${address}`, error);
    });
    return entry;
  }

  const texts: TextSource = (language, route, signal) => {
    // An aborted signal sends no event.
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const address = textsAddress(language, route);
    const entry = cache.get(address) ?? load(address);
    entry.waiting += 1;
    signal?.addEventListener(
      'abort',
      () => {
        entry.waiting -= 1;
        if (entry.waiting > 0) return;
        // Removed at once: the next caller must not get the aborted request.
        if (cache.get(address) === entry) cache.delete(address);
        entry.request.abort();
      },
      { once: true },
    );
    return entry.texts;
  };

  return {
    texts,
    add(language, route, loaded) {
      const entry = { texts: Promise.resolve(loaded), request: new AbortController(), waiting: Infinity };
      cache.set(textsAddress(language, route), entry);
    },
  };
}
