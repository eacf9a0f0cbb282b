import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptyArticle, emptyTexts, findErrors, maxLengths } from '#server/embedded/news/article.ts';
import { articleToMarkdown } from '#server/embedded/news/article-markdown.ts';
import { isTooDense, isTooNested } from '#server/embedded/news/markup-limits.ts';
import { seedItems } from '#server/embedded/storage/news-seed.ts';
import { timeRatio } from '../../../../support/time-ratio.ts';

const fill = (part: string, length: number = maxLengths.content) => part.repeat(Math.floor(length / part.length));
const errorsOf = (content: string) => findErrors({ ...emptyArticle, ua: { ...emptyTexts, content } });

/** Each needs seconds or minutes without the limits, in one block of the maximum length. */
const dense = [
  '*a_ ',
  '**a',
  '**a** ',
  'a*b*c ',
  '*_',
  '[a](',
  '[a](b) ',
  '[](<',
  '[a]',
  '![a](b "',
  '[',
  '`a``',
  '<a ',
  '***a\n',
];

/** Quotes, lists and lines, which need seconds or minutes too. */
const nested = ['> ', '>', '- ', '1. ', '* *\n', 'a\n=\n', '> a\n\n', '- a\n', '1) a\n   - b\n', 'a\n\n'];

describe('the Markdown of an article is refused before it is parsed', () => {
  it('when a block of text has too many signs', () => {
    for (const part of dense) {
      assert.deepEqual(errorsOf(fill(part)), { 'ua.content': 'denseContent' }, part);
      assert.deepEqual(errorsOf(`# Title\n\n> ${fill(part, 90_000)}`), { 'ua.content': 'denseContent' }, part);
    }
  });

  it('when there are many such blocks, also in quotes and lists', () => {
    for (const part of dense)
      for (const end of ['\n\n', '\n \t\n', '\n>\n> ', '\n- '])
        assert.deepEqual(errorsOf(fill(fill(part, 8000) + end)), { 'ua.content': 'denseContent' }, part);
  });

  it('when it has too many lines, or too many quotes and lists', () => {
    for (const part of nested) assert.deepEqual(errorsOf(fill(part)), { 'ua.content': 'badContent' }, part);
    assert.deepEqual(errorsOf(`${fill('- > ', 100)}a`), { 'ua.content': 'badContent' });
  });

  it('in a time that grows with its length', () => {
    const check = (text: string) => isTooDense(text) || isTooNested(text);
    for (const part of ['a', ' ', '\n', '\n ', '>', '>\n', '\t>', '> ', '- ', '\n- ', '1. ', '*_'])
      assert.ok(timeRatio((size) => check(`\n${fill(part, size)}a`), maxLengths.content / 4) < 8, part);
  });
});

describe('the Markdown of an article is stored', () => {
  const articles = seedItems.flatMap(({ content, content_uk: ukrainian }) => [content, ukrainian ?? '']);

  it('when it is one of the built-in articles, or all of them in one', () => {
    const texts = articles.map(articleToMarkdown);
    for (const text of [...texts, texts.join('\n\n').slice(0, maxLengths.content)])
      assert.deepEqual(errorsOf(text), {}, text.slice(0, 80));
  });

  it('when it is long, with hundreds of links, a large table and code', () => {
    const prose =
      'It was **bold**, as [a source](https://example.com/a_b_c) with `code` and *stress* has said. '.repeat(8);
    const item = '- [The name of a source](https://example.com/a_b/c_d), with a *few* words about it & its author\n';
    const row = '| [A name](https://example.com/a_b) | **1** | 2 | a few words | `code` |\n';
    const table = `| A | B | C | D | E |\n| - | - | - | - | - |\n${row.repeat(150)}`;
    const code = `\`\`\`\n${'const [a, b] = c_d[e] && f < g;\n'.repeat(100)}\`\`\`\n`;
    const quote = `> ${prose}\n>\n> - ${prose}\n`;
    const content = [fill(`${prose}\n\n`, 50_000), item.repeat(300), table, code, quote].join('\n');
    assert.ok(content.length > 85_000 && content.length <= maxLengths.content);
    assert.deepEqual(errorsOf(content), {});
  });

  // The text is within the limit of characters, so the error must not name that limit.
  it('unless its HTML would be cut by the site', () => {
    const table = `| A | B | C | D |\n| - | - | - | - |\n${'| abc | abc | abc | abc |\n'.repeat(3800)}`;
    assert.ok(table.length <= maxLengths.content);
    assert.deepEqual(errorsOf(table), { 'ua.content': 'badContent' });
  });

  it('when it has a long line between parts', () => {
    assert.deepEqual(errorsOf(`a\n\n${'-'.repeat(80)}\n\n${'* '.repeat(20)}\n\n> > - 1. b`), {});
  });
});
