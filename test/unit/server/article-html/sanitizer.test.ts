import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sanitizeArticle } from '#server/article-html/sanitizer.ts';
import { createMediaPath } from '#server/news/media-path.ts';

const mediaPath = createMediaPath('https://backend.example');
const sanitize = (html: string) => sanitizeArticle(html, mediaPath);

describe('HTML from the backend', () => {
  it('keeps the elements of articles', () => {
    const html =
      '<h2>Ten seconds</h2><p>A <strong>tone</strong> and <a href="/gitl">a link</a>.</p><ul><li>One</li></ul>';
    assert.equal(sanitize(html), html);
  });

  const vectors: [title: string, html: string][] = [
    ['scripts', '<script>alert(1)</script>'],
    ['handlers', '<img src=x onerror=alert(1)>'],
    ['handlers in SVG', '<svg onload=alert(1)><circle/></svg>'],
    ['javascript: links', '<a href="javascript:alert(1)">x</a>'],
    ['javascript: links in disguise', '<a href="jav&#x09;ascript:alert(1)">x</a>'],
    ['javascript: links with control characters', '<a href="\u0001javascript:alert(1)">x</a>'],
    ['data: links', '<a href="data:text/html,<script>alert(1)</script>">x</a>'],
    ['vbscript: links', '<a href="vbscript:msgbox(1)">x</a>'],
    ['frames', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['objects', '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">'],
    [
      'forms',
      '<form action="https://evil.example"><input name=a><button formaction="javascript:alert(1)">x</button></form>',
    ],
    ['styles', '<p style="background:url(javascript:alert(1))">x</p><style>@import "https://evil.example"</style>'],
    [
      'base and meta',
      '<base href="https://evil.example"><meta http-equiv=refresh content="0;url=javascript:alert(1)">',
    ],
    ['mutation by noscript', '<noscript><p title="</noscript><img src=x onerror=alert(1)>">'],
    ['mutation by math', '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>'],
    ['template contents', '<template><script>alert(1)</script></template>'],
    ['unclosed tags', '<img src="x" onerror="alert(1)"'],
    ['pictures elsewhere', '<img src="https://evil.example/pixel.gif">'],
    ['ids that clobber', '<a id="root" name="state" href="/">x</a>'],
  ];
  for (const [title, html] of vectors) {
    it(`loses ${title}`, () => {
      const clean = sanitize(html);
      assert.doesNotMatch(
        clean,
        /<(script|svg|iframe|object|embed|form|input|button|style|base|meta|noscript|math|template)\b/i,
      );
      assert.doesNotMatch(clean, /<[^>]*\s(on\w+|style|id|name|srcdoc|formaction)\s*=/i);
      assert.doesNotMatch(clean, /<[^>]*(javascript|vbscript|data):/i);
      assert.doesNotMatch(clean, /<[^>]*evil\.example/);
    });
  }

  it('marks only links to other sites', () => {
    assert.equal(
      sanitize('<a href="https://example.org/">x</a>'),
      '<a href="https://example.org/" rel="noopener nofollow">x</a>',
    );
    for (const href of ['//example.org/', '/..//example.org/'])
      assert.equal(sanitize(`<a href="${href}">x</a>`), '<a>x</a>', href);
    assert.equal(sanitize('<a href="/news">x</a>'), '<a href="/news">x</a>');
  });

  for (const mark of ['\u200e', '\u202e', '\u2066', '\ufeff', '\u0001']) {
    it(`makes no scheme of what ${JSON.stringify(mark)} hides`, () => {
      for (const href of [`java${mark}script:alert(1)`, `${mark}//evil.example/`, `/${mark}/evil.example/`])
        assert.equal(sanitize(`<a href="${href}">x</a>`), '<a>x</a>', href);
    });
  }

  it('takes a limited time for very large tables', () => {
    const wide = `<tr>${'<td colspan="100">x</td>'.repeat(4000)}</tr>`;
    const long = '<tr><td>y</td></tr>'.repeat(6000);
    const started = performance.now();
    const cells = sanitize(`<table>${wide}${long}</table>`).split('<td>').length;
    const ms = performance.now() - started;
    const plain = performance.now();
    sanitize('<p>y</p>'.repeat(10_000));
    assert.ok(ms < 50 * (performance.now() - plain), `${ms} ms`);
    assert.ok(cells < 25_000, `${cells} cells`);
  });

  it('keeps columns under a table head that spans them', () => {
    assert.equal(
      sanitize(
        '<table><thead><tr><th colspan="2">A</th></tr></thead><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
      ),
      '<table><thead><tr><th>A</th><td></td></tr></thead><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
    );
  });

  it('replaces an h1, because the headline is the h1', () => {
    assert.equal(sanitize('<h1>Title</h1>'), '<h2>Title</h2>');
  });

  it('serves the backend’s own pictures from this site', () => {
    assert.match(
      sanitize('<img src="https://backend.example/uploads/a.jpg" alt="A">'),
      /src="\/media\/-\/uploads\/a\.jpg"/,
    );
  });
});
