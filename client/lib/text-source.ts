import type { Texts } from '#shared/text.ts';
import type { TextSource } from '../open-visit.ts';

/** These texts belong to a version of the site that runs no more: the page has to be loaded anew. */
class OldTextsError extends Error {
  override name = 'OldTextsError';
}

/** A translation file that cannot be loaded is said on the console and replaced by nothing (spec.md, section 8). */
async function fetchTexts(address: string): Promise<Texts> {
  try {
    const answer = await fetch(address);
    if (answer.status === 404) throw new OldTextsError(address);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return (await answer.json()) as Texts;
  } catch (error) {
    if (error instanceof OldTextsError) throw error;
    console.warn(`translations could not be loaded: ${address}`, error);
    return {};
  }
}

/** Texts by page and language, each asked for once; `version` is the hash of all texts, so they are cached for ever. */
export function createTextSource(version: string): {
  source: TextSource;
  keep(language: string, route: string, texts: Texts): void;
} {
  const known = new Map<string, Promise<Texts>>();

  const source: TextSource = (language, route) => {
    const address = `/texts/${version}/${language}/${route}.json`;
    const texts = known.get(address) ?? fetchTexts(address);
    known.set(address, texts);
    // A failure is not kept: the next navigation tries again.
    const forget = () => known.delete(address);
    texts.then((loaded) => Object.keys(loaded).length === 0 && forget(), forget);
    return texts;
  };

  return {
    source,
    keep: (language, route, texts) => known.set(`/texts/${version}/${language}/${route}.json`, Promise.resolve(texts)),
  };
}
