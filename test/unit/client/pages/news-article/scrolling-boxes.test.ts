import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sanitizeArticle } from '#server/article-html/sanitizer.ts';
import { withScrollingBoxes } from '#client/pages/news-article/scrolling-boxes.ts';

describe('a box of an article that scrolls', () => {
  const labels = { table: 'Table', code: 'Code' };
  const sanitise = (html: string) => sanitizeArticle(html, () => null);

  it('is around a table, and the keyboard reaches it', () => {
    const html = sanitise('<p>a</p><table id="x" class="y"><tr><td>b</td></tr></table><p>c</p>');
    assert.equal(
      withScrollingBoxes(html, labels),
      '<p>a</p><div class="prose__table" role="group" tabindex="0" aria-label="Table">' +
        '<table><tbody><tr><td>b</td></tr></tbody></table></div><p>c</p>',
    );
  });

  it('is the code itself, and the keyboard reaches it', () => {
    const html = sanitise('<pre id="x"><code>a &lt; b</code></pre>');
    assert.equal(
      withScrollingBoxes(html, labels),
      '<pre role="group" tabindex="0" aria-label="Code"><code>a &lt; b</code></pre>',
    );
  });

  it('is found in elements alone', () => {
    const html = sanitise(
      '<p>&lt;table> <a href="/?q=<table>" title="<table>">x</a> <time datetime="<table>">y</time></p>' +
        '<p><a href="#<table><meta http-equiv=refresh>">z</a> <a href="mailto:a@b.c?subject=<table>">m</a></p>' +
        '<p><img src="/media/a.png" alt="<table>"></p>',
    );
    assert.equal(withScrollingBoxes(html, labels), html);
    assert.ok(!/="[^"]*<[^"]*"/.test(html), html);
  });
});
