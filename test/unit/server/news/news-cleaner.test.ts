import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NewsItem } from '#shared/contracts/news.ts';
import { builtInNews } from '#shared/built-in-news.ts';
import { createMediaPath } from '#server/news/media-path.ts';
import { createNewsCleaner } from '#server/news/news-cleaner.ts';

const article = builtInNews[0] as NewsItem;
const comment = { id: '1', author: 'Olha', content: 'Thank you', date: '2026-01-01T00:00:00Z' };
const clean = createNewsCleaner(createMediaPath('https://backend.example'));

describe('a text of the backend', () => {
  it('has no long runs of white space in comments, views and code', () => {
    for (const space of [' ', '\u3000', '\u00a0', '\t', '\n', '\n ', ' \u00a0']) {
      const long = `a${space.repeat(3900)}b`;
      const item = clean.item({ ...article, our_view: long, headline: long, content: `<pre>${long}</pre>` });
      for (const text of [
        clean.comment({ ...comment, content: long }).content,
        item.our_view,
        item.headline,
        item.content,
      ])
        assert.doesNotMatch(text ?? '', /\s{60}|(\n\s*){4}|(&nbsp;){60}/, JSON.stringify(space));
    }
  });

  it('keeps paragraphs and short indents', () => {
    const content = 'One\n\nTwo\n    three';
    assert.equal(clean.comment({ ...comment, content }).content, content);
  });

  it('is cut when it is very long, and stays valid', () => {
    const { content, headline } = clean.item({
      ...article,
      headline: 'a'.repeat(100_000),
      content: `<p>${'word '.repeat(60_000)}</p><p>end</p>`,
    });
    assert.ok(content.length < 201_000 && content.endsWith('</p>'), content.slice(-20));
    assert.ok(headline.length <= 2000);
  });

  it('is refused when it has too many elements or is nested too deep, and parsed only once', () => {
    for (const html of ['<b>'.repeat(5000), '<i>a</i>'.repeat(24_000)]) {
      const reasons: string[] = [];
      const { item } = createNewsCleaner(createMediaPath('https://backend.example'), (reason) => reasons.push(reason));
      for (let round = 0; round < 3; round += 1) assert.equal(item({ ...article, content: html }).content, '');
      assert.equal(reasons.length, 1);
      assert.match(reasons[0] ?? '', /nested deeper|more than/);
    }
  });
});
