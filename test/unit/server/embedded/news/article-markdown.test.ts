import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sanitizeArticle } from '#server/article-html/sanitizer.ts';
import { articleToHtml, articleToMarkdown } from '#server/embedded/news/article-markdown.ts';
import { seedItems } from '#server/embedded/storage/news-seed.ts';
import { vectors } from '../../../../support/xss-vectors.ts';

/** Normalises HTML to its visible content; line breaks between blocks are invisible. */
const clean = (html: string) => sanitizeArticle(html, (address) => address);
const shown = (html: string) => clean(html).replace(/\s*\n\s*/g, '');

describe('the Markdown of an article', () => {
  it('shows the same as the HTML that it was made from, in every built-in article', () => {
    for (const { slug, content, content_uk: ukrainian } of seedItems)
      for (const html of [content, ukrainian ?? '']) {
        const markdown = articleToMarkdown(html);
        // assert.equal would print both articles.
        assert.ok(shown(articleToHtml(markdown)) === shown(html), slug);
        assert.equal(articleToMarkdown(articleToHtml(markdown)), markdown, slug);
      }
  });

  it('keeps the elements that Markdown has no sign for', () => {
    for (const html of [
      '<p>H<sub>2</sub>O, 10<sup>3</sup>, <kbd>Ctrl</kbd> and <mark>a <strong>b</strong></mark></p>',
      '<figure><img src="/media/a.webp" alt="A &quot;ship&quot;" loading="lazy"><figcaption>A ship</figcaption></figure>',
      '<dl><dt>Term</dt><dd>Meaning</dd></dl>',
      '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
      '<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td><p>b</p><p>c</p></td></tr></tbody></table>',
      '<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td>b<br>c</td></tr></tbody></table>',
      '<p>On <time datetime="2026-03-01">1 March</time> it was <s>late</s> early.</p>',
    ])
      assert.equal(articleToHtml(articleToMarkdown(html)), html);
  });

  it('becomes the HTML that an editor expects', () => {
    const html = articleToHtml(
      '# Title\n\nOne **bold** [link](https://example.com/a?b=1&c=2).\n\n- a\n- b\n\n| A | B |\n| - | - |\n| **1** | 2 |\n\n```\n<b>\n```',
    );
    assert.match(html, /^<h2>Title<\/h2>/);
    assert.match(
      html,
      /<strong>bold<\/strong> <a href="https:\/\/example.com\/a\?b=1&amp;c=2" rel="noopener nofollow">/,
    );
    assert.match(html, /<ul>\s*<li>a<\/li>\s*<li>b<\/li>\s*<\/ul>/);
    assert.match(html, /<th scope="col">A<\/th>[\s\S]*<th scope="row">1<\/th><td data-number="">2<\/td>/);
    assert.match(html, /<pre><code>&lt;b>\s*<\/code><\/pre>/);
  });

  it('never becomes HTML that runs a script', () => {
    for (const vector of [...vectors, '[a](javascript:alert(1))', '![a](https://evil.example/a.png)<script>1</script>'])
      assert.doesNotMatch(
        articleToHtml(vector),
        /<(?:script|iframe|svg|style|object)\b|<[^>]*\s(?:on\w+|style|srcdoc)=|(?:href|src)="javascript:/i,
        vector,
      );
  });

  it('is refused when it is nested too deep', () => {
    assert.throws(() => articleToHtml('<div>'.repeat(500)), RangeError);
  });

  it('is stored as HTML that the sanitising of the site does not change', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const html = articleToHtml(text);
        assert.equal(clean(html).trim(), html);
      }),
    );
  });
});
