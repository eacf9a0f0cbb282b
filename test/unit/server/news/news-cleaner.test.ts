import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NewsItem } from '#shared/contracts/news.ts';
import { builtInNews } from '#shared/built-in-news.ts';
import { createMediaPath } from '#server/news/media-path.ts';
import { createNewsCleaner } from '#server/news/news-cleaner.ts';

const article = builtInNews[0] as NewsItem;
const comment = { id: '1', author: 'Olha', content: 'Thank you', date: '2026-01-01T00:00:00Z' };
const mediaPath = createMediaPath('https://backend.example');
const clean = createNewsCleaner(mediaPath);

describe('a text of the backend', () => {
  it('has no long runs of white space in comments, views and code', () => {
    for (const space of [' ', '\u3000', '\u00a0', '\t', '\n', '\n ', ' \u00a0']) {
      const long = `a${space.repeat(3900)}b`;
      const { item } = clean.item({ ...article, our_view: long, headline: long, content: `<pre>${long}</pre>` });
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

  it('has bound words in Ukrainian, except in the heads of columns, which may wrap on a phone', () => {
    const content_uk =
      '<table><thead><tr><th>Без чергування</th></tr></thead><tbody><tr><td>за пів години</td></tr></tbody></table>';
    const { item } = clean.item({ ...article, content_uk });
    assert.match(item.content_uk ?? '', />Без чергування<.*>за\u00a0пів години</);
  });

  it('is cut when it is very long, and stays valid', () => {
    const { item } = clean.item({
      ...article,
      headline: 'a'.repeat(100_000),
      content: `<p>${'word '.repeat(60_000)}</p><p>end</p>`,
    });
    assert.ok(item.content.length < 201_000 && item.content.endsWith('</p>'), item.content.slice(-20));
    assert.ok(item.headline.length <= 2000);
  });

  it('is refused when it has too many elements or is nested too deep, and parsed only once', () => {
    for (const html of ['<b>'.repeat(5000), '<i>a</i>'.repeat(24_000)]) {
      const reasons: string[] = [];
      const { item: cleanItem } = createNewsCleaner(mediaPath, (reason) => reasons.push(reason));
      for (let round = 0; round < 3; round += 1)
        assert.equal(cleanItem({ ...article, content: html }).item.content, '');
      assert.equal(reasons.length, 1);
      assert.match(reasons[0] ?? '', /nested deeper|more than/);
    }
  });
});

describe('the pictures of an article', () => {
  it('are its cover and those of its texts, each time that it is cleaned', () => {
    const raw = {
      ...article,
      image: '/media/cover.png',
      content: '<img src="/media/one.png" alt="">',
      content_uk:
        '<img src="https://backend.example/media/two.png" alt=""><img src="https://other.example/a.png" alt="">',
    };
    const expected = ['/media/cover.png', '/media/one.png', '/media/two.png'];
    assert.deepEqual(clean.item(raw).pictures, expected);
    assert.deepEqual(clean.item(raw).pictures, expected);
    assert.deepEqual(clean.summary(raw).pictures, expected.slice(0, 1));
  });
});
