import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageToMarkdown } from '#server/feeds/markdown.ts';

const origin = 'https://obrii.example';

/** The Markdown of the content of a page. */
const print = (content: string) =>
  pageToMarkdown(`<main>${content}</main>`, {
    origin,
    language: 'en',
    page: '/news?category=Data',
    formLink: 'Open the form',
  }).trim();

describe('the content of a page, as Markdown', () => {
  for (const [what, html, expected] of [
    ['of a line', '<p><span>Data</span><time>3 May</time></p>', 'Data · 3 May'],
    ['after bold text', '<p><b>$20</b><span>a year</span></p>', '**$20** · a year'],
    ['of an item', '<ul><li><b>Safer</b><span>No loss.</span></li></ul>', '- **Safer**: No loss.'],
    ['after a full stop', '<p><span>One.</span><span>Two</span></p>', 'One. Two'],
    ['that have white space', '<p><span>Speed</span> <span>5%</span></p>', 'Speed 5%'],
    ['with white space inside', '<p><span>One </span><span>line</span></p>', 'One line'],
    ['of a number and its unit', '<p><span>1.04</span><small>USD</small></p>', '1.04 USD'],
    ['of a heading', '<h2><span>main</span><span>Olha</span></h2>', '## main · Olha'],
    [
      'of a caption',
      '<figure><blockquote>Hi</blockquote><figcaption><b>Olha</b>Founder</figcaption></figure>',
      '> Hi\n\n**Olha**, Founder',
    ],
    ['of a word', '<p><b>un</b>bound <b>a</b><b>b</b></p>', '**un**bound **a****b**'],
    ['after a picture', '<p><img src="/a.svg" alt="Sun"><span>New</span></p>', `![Sun](${origin}/a.svg) New`],
    ['of code', '<pre><code><span>a\n</span><span>  b</span><span>c</span></code></pre>', '```\na\n  bc\n```'],
  ] as const) {
    it(`separates parts ${what} as the page does`, () => assert.equal(print(html), expected));
  }

  it('has no bound spaces and word joiners', () => {
    const html = '<p>11–\u206016\u00a0weeks <img src="/a.svg" alt="ML-\u2060model\u00a0A"></p>';
    assert.equal(print(html), `11–16 weeks ![ML-model A](${origin}/a.svg)`);
  });

  it('has links to places of the page', () => {
    const list = `${origin}/news?category=Data&lang=en#list`;
    assert.equal(print('<p><a href="#list">List</a> <a href="#">top</a></p>'), `[List](${list}) top`);
  });

  it('keeps the characters of an address, and escapes what would be a character reference', () => {
    const html =
      '<p><a href="https://a.example/?b=1&amp;lang=c">A &amp;amp; B</a> <a href="https://a.example/?b&amp;copy;">C</a></p>';
    assert.equal(print(html), '[A \\&amp; B](https://a.example/?b=1&lang=c) [C](https://a.example/?b\\&copy;)');
  });

  it('has a link instead of a form, and none of its fields', () => {
    const html = `<p data-page-only="true">All fields are required.</p><input type="radio" form="write">
      <form id="write" action="/contacts#write"><label>Name<input></label></form>`;
    assert.equal(print(html), `[Open the form](${origin}/contacts?lang=en#write)`);
  });

  it('has the links of a pager, and no menus', () => {
    const html =
      '<nav><a href="/about">About</a></nav><nav class="pager"><p>1 of 2</p><a href="/news?page=2">Older</a></nav>';
    assert.equal(print(html), `1 of 2\n\n[Older](${origin}/news?page=2&lang=en)`);
  });
});
