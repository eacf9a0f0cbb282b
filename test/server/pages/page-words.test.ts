import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { languageNames, type Language } from '#shared/languages.ts';
import { seedItems } from '#server/embedded/storage/news-seed.ts';
import { publicPages } from '../../support/public-pages.ts';
import { serveArticles } from '../../support/serve-articles.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** The elements whose text is read in one go. */
const blocks = new Set(['p', 'li', 'dd', 'td', 'th', 'h1', 'h2', 'h3', 'h4', 'label', 'figcaption', 'legend']);
const unread = new Set(['script', 'style', 'template', 'noscript', 'pre', 'code']);

const children = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : []);
const textOf = (node: Node): string =>
  'value' in node ? node.value : unread.has(node.nodeName) ? '' : children(node).map(textOf).join('');

/** The innermost blocks below a node, in reading order. */
function textBlocks(node: Node): string[] {
  if (unread.has(node.nodeName)) return [];
  const inner = children(node).flatMap(textBlocks);
  return inner.length === 0 && blocks.has(node.nodeName) ? [textOf(node).trim()] : inner;
}

const find = (node: Node, name: string): Node | undefined =>
  node.nodeName === name ? node : children(node).flatMap((child) => find(child, name) ?? [])[0];

/** Every text of every page with the news that come with the site, by the page's path. */
async function readPages(t: TestContext, language: Language): Promise<Map<string, string[]>> {
  const { html } = await serveArticles(t, seedItems);
  const pages = new Map<string, string[]>();
  for (const path of [...publicPages, ...seedItems.map(({ slug }) => `/news/${slug}`)]) {
    const main = find(parse(await html(`${path}?lang=${language}`)), 'main');
    assert.ok(main, path);
    pages.set(path, textBlocks(main));
  }
  return pages;
}

/** The pages of a language are read once, by the first test that needs them. */
const known: Partial<Record<Language, ReturnType<typeof readPages>>> = {};
const pagesOf = (t: TestContext, language: Language) => (known[language] ??= readPages(t, language));

describe('the text of the pages', () => {
  for (const language of languageNames) {
    it(`in ${language} has no paragraph of more than 20 words twice, on one page or on two`, async (t) => {
      const places = new Map<string, string[]>();
      for (const [path, texts] of await pagesOf(t, language)) {
        assert.ok(texts.length > 1, path);
        for (const text of texts) places.set(text, [...(places.get(text) ?? []), path]);
      }
      const repeated = [...places].filter(
        ([text, paths]) => paths.length > 1 && (text.match(/[\p{L}\p{N}’]+/gu) ?? []).length > 20,
      );
      assert.deepEqual(repeated, []);
    });

    it(`in ${language} has every number on the line of what it counts, in articles too`, async (t) => {
      const loose =
        /\d (?:\d{3}(?!\d)|days|weeks|months|years|hours|minutes|people|letters|MB|kB|percent|МБ|кБ|₴|грив|дн|тиж|міс|рок|годин|хвилин|літер|символ|люд|листів|відсот)|№ /u;
      for (const [path, texts] of await pagesOf(t, language))
        assert.deepEqual(
          texts.filter((text) => loose.test(text)),
          [],
          path,
        );
    });
  }
});
