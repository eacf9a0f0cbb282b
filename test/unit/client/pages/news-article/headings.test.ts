import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sanitizeArticle } from '#server/article-html/sanitizer.ts';
import { withHeadingIds } from '#client/pages/news-article/headings.ts';

describe('the headings of an article', () => {
  const sanitise = (html: string) => sanitizeArticle(html, () => null);

  it('have addresses in their order, and titles without marks', () => {
    const html = sanitise('<h2 id="x">A <em>b</em> &amp; c</h2><p>d</p><h3>e</h3><h2>«Є» &lt;f&gt;</h2>');
    assert.deepEqual(withHeadingIds(html), {
      html: '<h2 id="part-1">A <em>b</em> &amp; c</h2><p>d</p><h3>e</h3><h2 id="part-2">«Є» &lt;f></h2>',
      headings: [
        { id: 'part-1', title: 'A b & c' },
        { id: 'part-2', title: '«Є» <f>' },
      ],
    });
  });

  it('are not those without words, nor what only looks like a heading', () => {
    const html = sanitise('<h2> </h2><p>&lt;h2>a&lt;/h2> <a href="/?q=<h2>b</h2>">c</a></p>');
    assert.deepEqual(withHeadingIds(html), { html, headings: [] });
  });
});
