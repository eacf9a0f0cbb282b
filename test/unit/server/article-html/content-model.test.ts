import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { normaliseAddress } from '#server/article-html/link-address.ts';
import { sanitizeArticle } from '#server/article-html/sanitizer.ts';

const sanitize = (html: string) => sanitizeArticle(html, (address) => address);

describe('an article’s markup', () => {
  const cases: [title: string, from: string, to: string][] = [
    [
      'stays as it is where it is right',
      '<h2>One</h2><p>A <b>b</b><br>c</p><ul><li>d</li></ul>',
      '<h2>One</h2><p>A <b>b</b><br>c</p><ul><li>d</li></ul>',
    ],
    ['keeps escaped characters', '<p>a &lt; b &amp;&amp; c</p>', '<p>a &lt; b &amp;&amp; c</p>'],
    ['loses bold around paragraphs, not the paragraphs', '<b><p>a</p><p>b</p></b>', '<p>a</p><p>b</p>'],
    ['loses blocks inside a line', '<h3>A <blockquote>b</blockquote></h3>', '<h2>A b</h2>'],
    [
      'makes one item of neighbours that are no items',
      '<ul>a<ul><li>b</li></ul></ul>',
      '<ul><li>a<ul><li>b</li></ul></li></ul>',
    ],
    [
      'makes paragraphs of items without a list',
      '<li>a</li><dt>b</dt><figcaption>c</figcaption>',
      '<p>a</p><p>b</p><p>c</p>',
    ],
    ['loses empty headings and lists', '<h2> </h2><ul></ul><p>a</p>', '<p>a</p>'],
    [
      'keeps terms with their meanings, and makes paragraphs of other definition lists',
      '<dl><dt>a</dt><dd>b</dd></dl><dl><dd>c</dd></dl>',
      '<dl><dt>a</dt><dd>b</dd></dl><p>c</p>',
    ],
    [
      'keeps one caption, at the end',
      '<figure><figcaption>a</figcaption><img src="/x"><figcaption>b</figcaption></figure>',
      '<figure><img src="/x" alt="" loading="lazy"><p>b</p><figcaption>a</figcaption></figure>',
    ],
    [
      'keeps times that are times',
      '<p><time datetime="2026-03-01">a</time><time>b</time><time datetime="c">d</time></p>',
      '<p><time datetime="2026-03-01">a</time>bd</p>',
    ],
    [
      'lets headings go down one level at a time',
      '<h4>a</h4><h4>b</h4><h2>c</h2><h4>d</h4>',
      '<h2>a</h2><h3>b</h3><h2>c</h2><h3>d</h3>',
    ],
    [
      'marks the columns of tables that have only numbers, but no heads of rows',
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tr><th>2</th><td>9 000 ₴</td></tr><tr><th>1</th><td><b>−1,5 %</b></td></tr></table>',
      '<table><thead><tr><th>a</th><th data-number="">b</th></tr></thead><tbody><tr><th>2</th><td data-number="">9 000 ₴</td></tr><tr><th>1</th><td data-number=""><b>−1,5 %</b></td></tr></tbody></table>',
    ],
    [
      'completes the rows of tables',
      '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>',
      '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td></td></tr></tbody></table>',
    ],
    [
      'keeps columns where a cell spans rows',
      '<table><tbody><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>',
      '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td></td><td>c</td></tr></tbody></table>',
    ],
    [
      'and where a cell spans more columns than there are',
      '<table><tr><td colspan="3">a</td></tr><tr><td>b</td></tr></table>',
      '<table><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table>',
    ],
    [
      'puts the caption first',
      '<table><tr><td>a</td></tr><caption>b</caption></table>',
      '<table><caption>b</caption><tbody><tr><td>a</td></tr></tbody></table>',
    ],
    ['loses invisible characters', '<p>a\u0007\u202eb\ufffe</p>', '<p>ab</p>'],
  ];
  for (const [title, from, to] of cases) it(title, () => assert.equal(sanitize(from), to));

  it('does not change when it is sanitised twice', () => {
    for (const [, from] of cases) assert.equal(sanitize(sanitize(from)), sanitize(from));
  });
});

describe('an address', () => {
  const cases: [from: string, to: string][] = [
    ['/about?a=1&b=2#c', '/about?a=1&b=2#c'],
    ['https://example.org', 'https://example.org/'],
    ['https://example.org/a b?x=<y>&z=%zz#a#b', 'https://example.org/a%20b?x=%3Cy%3E&z=%25zz#a%23b'],
    ['https://example.org/[a]|b^c`', 'https://example.org/%5Ba%5D%7Cb%5Ec%60'],
    ['https://[bad', ''],
    ['mailto:hello@obrii.example', 'mailto:hello@obrii.example'],
    ['javascript:alert(1)', ''],
    ['//evil.example', ''],
    ['#comments', '#comments'],
  ];
  for (const [from, to] of cases) it(`${from} is ${to || 'none'}`, () => assert.equal(normaliseAddress(from), to));
});
