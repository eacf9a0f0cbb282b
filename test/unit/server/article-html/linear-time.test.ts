import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NewsItem } from '#shared/contracts/news.ts';
import { clip, htmlToText, limitWhiteSpace, removeInvisible, toSingleLine } from '#shared/plain-text.ts';
import { bindNumbers, bindShortWords } from '#shared/typography.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import { sanitizeArticle } from '#server/article-html/sanitizer.ts';
import { pageToMarkdown } from '#server/feeds/markdown.ts';
import { createNewsCleaner } from '#server/news/news-cleaner.ts';
import { articles } from '../../../support/fake-backend.ts';
import { timeRatio } from '../../../support/time-ratio.ts';

const maxRatio = 10;
const sanitize = (html: string) => sanitizeArticle(html, () => null);
const toMarkdown = (html: string) =>
  pageToMarkdown(`<main>${html}</main>`, { origin: 'https://a.example', language: 'en', page: '/', formLink: 'Form' });

describe('the time that a text takes grows with its length', () => {
  for (const [title, unit, size] of [
    ['ideographic spaces', '\u3000', 20_000],
    ['stars', '*', 5000],
    ['terms', '<dl><dt>a</dt><dd>b</dd></dl>', 300],
    ['emphasis without spaces', '<i>.</i>a<b>.</b>*_', 200],
    ['links', '<a href="/x">a</a>', 300],
    ['rows', '<table><tr><td>a</td></tr></table>', 200],
  ] as const) {
    it(`as Markdown: ${title}`, () => {
      const ratio = timeRatio((length) => toMarkdown(`<p>${unit.repeat(length)}x</p>`), size);
      assert.ok(ratio < maxRatio, `${ratio}`);
    });
  }

  it('as Markdown: spaces in code', () => {
    const ratio = timeRatio((length) => toMarkdown(`<pre>${' '.repeat(length)}x</pre>`), 20_000);
    assert.ok(ratio < maxRatio, `${ratio}`);
  });

  for (const [title, unit, size] of [
    ['terms and meanings', '<dt>a<dd>b', 1500],
    ['angle brackets', '<', 20_000],
    ['attributes', '<a b c d e f g', 2000],
    ['cells that span', '<td colspan=99>', 2000],
    ['paragraphs', '<p>a', 3000],
    ['white space', '\n ', 20_000],
  ] as const) {
    it(`as sanitised HTML: ${title}`, () => {
      const ratio = timeRatio((length) => sanitize(`<table><tr><dl>${unit.repeat(length)}x`), size);
      assert.ok(ratio < maxRatio, `${ratio}`);
    });
  }

  /** The cut is one letter behind the run. */
  const clipHalf = (text: string) => clip(`${text}${text}`, text.length + 2);
  const transforms = { htmlToText, limitWhiteSpace, removeInvisible, toSingleLine, bindNumbers, bindShortWords };
  for (const [title, transform] of Object.entries({ ...transforms, unbindWords, clipHalf })) {
    it(`as text: ${title}`, () => {
      for (const unit of [
        ' ',
        '\n',
        '\n ',
        '<',
        '&',
        'а-',
        'а ',
        ' б',
        '\u00a0 ',
        '-',
        '\u200d',
        '1 ',
        '1 000 ',
        '№ ',
        '\u200e',
      ]) {
        const ratio = timeRatio((length) => transform(`x${unit.repeat(length)}x`), 20_000);
        assert.ok(ratio < maxRatio, `${JSON.stringify(unit)}: ${ratio}`);
      }
    });
  }

  it('as an article, whose words are bound between its tags', () => {
    for (const unit of ['<code>a', '<pre>', '<p>5 а', '&lt;', '<a href="/<pre>">'])
      for (const content of [(units: string) => units, (units: string) => `<img alt="${units}">`]) {
        // A new cleaner for each text: a cleaner caches its results.
        const clean = (length: number) => {
          const html = content(unit.repeat(length));
          return createNewsCleaner(() => null).item({ ...articles[0], content: html, content_uk: html } as NewsItem)
            .item;
        };
        const ratio = timeRatio(clean, 1000);
        assert.ok(ratio < maxRatio, `${unit}: ${ratio}`);
      }
  });
});
