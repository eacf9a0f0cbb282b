import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSanitizer } from '#server/article-html/sanitizer.ts';
import { withScrollingTables } from '#client/pages/news-article/scrolling-tables.ts';

describe('a table of an article', () => {
  const sanitise = createSanitizer(() => null);

  it('stands in a box that scrolls and that the keyboard reaches', () => {
    const html = sanitise('<p>a</p><table id="x" class="y"><tr><td>b</td></tr></table><p>c</p>');
    assert.equal(
      withScrollingTables(html, 'Table'),
      '<p>a</p><div class="prose__table" role="group" tabindex="0" aria-label="Table">' +
        '<table><tbody><tr><td>b</td></tr></tbody></table></div><p>c</p>',
    );
  });

  it('is found in elements alone', () => {
    const html = sanitise(
      '<p>&lt;table> <a href="/?q=<table>" title="<table>">x</a> <time datetime="<table>">y</time></p>' +
        '<p><a href="#<table><meta http-equiv=refresh>">z</a> <a href="mailto:a@b.c?subject=<table>">m</a></p>' +
        '<p><img src="/media/a.png" alt="<table>"></p>',
    );
    assert.equal(withScrollingTables(html, 'Table'), html);
    assert.ok(!/="[^"]*<[^"]*"/.test(html), html);
  });
});
