import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMediaPath } from '#server/backend/media-path.ts';
import { createSanitizer } from '#server/backend/sanitize.ts';

const sanitize = createSanitizer(createMediaPath('https://backend.example'));

describe('HTML from the backend', () => {
  it('keeps what an article is made of', () => {
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

  it('marks links that lead elsewhere, and only those', () => {
    assert.equal(
      sanitize('<a href="https://example.org/">x</a>'),
      '<a href="https://example.org/" rel="noopener nofollow">x</a>',
    );
    assert.equal(sanitize('<a href="//example.org/">x</a>'), '<a rel="noopener nofollow">x</a>');
    assert.equal(sanitize('<a href="/news">x</a>'), '<a href="/news">x</a>');
  });

  it('leaves the h1 to the headline', () => {
    assert.equal(sanitize('<h1>Title</h1>'), '<h2>Title</h2>');
  });

  it('serves the backend’s own pictures from this site', () => {
    assert.match(
      sanitize('<img src="https://backend.example/uploads/a.jpg" alt="A">'),
      /src="\/media\/-\/uploads\/a\.jpg"/,
    );
  });
});
