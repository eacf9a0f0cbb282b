import type { NewsItem } from '#shared/contracts/news.ts';

const item = (id: string, slug: string, headline: string, content = '<p>Text.</p>'): NewsItem => ({
  id,
  slug,
  headline,
  content,
  description: headline,
  category: headline.slice(0, 60),
  date: '2026-03-01T08:00:00Z',
});

/** Headlines of attackers, and texts that were pasted by mistake. */
export const hostileHeadlines = {
  script: '</script><script>alert(1)</script>',
  comment: '<!-- --><![CDATA[ ]]> &amp; &lt; ]]>',
  quotes: `“It's” "quoted" 'twice' \`thrice\` \\u003c \u2028 ${'${x}'}`,
  emoji: '👩‍👩‍👧‍👦 Emoji 🇺🇦 everywhere 🎉🎉🎉 and more of them 🏳️‍🌈 until the line is full of 🙂',
  only: '🎉🇺🇦👩‍👩‍👧‍👦',
  words: 'A headline that goes on and on '.repeat(10).trim().slice(0, 300),
  letters: 'Ж'.repeat(300),
  control: 'Bell \u0007 null \u0000 turn \u202e around, half \ud83d and \ufffe end',
  blank: ' ',
} as const;

export const hostileNews: NewsItem[] = Object.entries(hostileHeadlines).map(([name, headline], index) =>
  item(`h${index}`, `hostile-${name}`, headline),
);

/** The body of an article as text editors with HTML export create it. */
const wildBody = `
<h1>A title of its own</h1><h5>Small</h5><h2></h2>
<p>One <p>inside another</p></p>
<p><ul><li>list in a paragraph</li></ul></p>
<strong><p>block in inline</p></strong>
<a href="/about">link <a href="/team">in a link</a></a>
<a href="https://elsewhere.example/a b?x=<y>&z=%zz">bad address</a><a href="http://[bad">worse</a><a name="x">anchor</a>
<li>an item without its list</li>
<ul><p>text in a list</p><li>item</li><ul><li>nested wrongly</li></ul></ul>
<td>a cell without its table</td>
<table><tr><td colspan="0">zero</td><td rowspan="x">x</td><td>1</td></tr><tr><td>fewer</td></tr><caption>late caption</caption></table>
<table><thead><tr><th scope="nonsense">h</th></tr></thead></table><table></table>
<dl><p>text</p></dl><dt>term alone</dt><dl><dd>only a meaning</dd></dl>
<time>yesterday</time> <time datetime="soon">soon</time> <time datetime="2026-03-01">1 March</time>
<figure><figcaption>one</figcaption><img src="/media/a b.png"><figcaption>two</figcaption></figure><figcaption>alone</figcaption>
<img src="/media/news/helmet.svg" width="10.5" height="abc"><img src="/media/x.png" width="0" alt="a &quot; b">
<blockquote cite="x">quote</blockquote><abbr title="x">HTML</abbr> <center>old</center> <font color="red">red</font>
<pre><p>p in pre</p><code>code</code></pre> <h3>A <h4>heading</h4> in a heading</h3>
<p>unclosed <b>bold <i>and</b> slanted</i>
<span style="color:red" id="main" class="x" onclick="alert(1)">span</span><ol><li>one<li>two</ol>
<iframe src="https://x.example"></iframe><style>p{}</style><svg><script>alert(1)</script></svg>&#0;&#x1F;&nbsp;&bogus;`;

export const wildArticle: NewsItem = item('wild', 'wild-body', 'An article as it was pasted', wildBody);
