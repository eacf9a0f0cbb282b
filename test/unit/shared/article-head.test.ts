import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { articleDescription, articleTitle } from '#shared/article-head.ts';
import { clip, htmlToText, toSingleLine } from '#shared/plain-text.ts';
import { builtInNews } from '#shared/built-in-news.ts';

describe('an article’s title', () => {
  const cases: [headline: string, title: string][] = [
    ['The hard hat that calls for help', 'The hard hat that calls for help | Obrii'],
    ['After the harvest', 'After the harvest | News | Obrii'],
    [
      'What a merge conflict has been trying to tell you all along',
      'What a merge conflict has been trying to tell you all along',
    ],
    [
      'What a merge conflict has been trying to tell you, in four quiet steps',
      'What a merge conflict has been trying to tell you, in four…',
    ],
    [' \u0000 ', 'News | Obrii'],
  ];
  for (const [headline, title] of cases) {
    it(`of ${headline.length} characters fits`, () => {
      assert.equal(articleTitle(headline, 'News'), title);
      assert.ok(title.length <= 60);
    });
  }

  it('is cut between characters, never within one', () => {
    for (let length = 50; length < 70; length += 1) {
      const title = articleTitle(`${'a'.repeat(length)}👩‍👩‍👧‍👦🇺🇦🎉`, 'News');
      assert.ok(title.isWellFormed() && title.length <= 60, title);
    }
  });
});

describe('an article’s description', () => {
  const [item] = builtInNews;
  assert.ok(item);

  it('continues with the text when it is short', () => {
    const description = articleDescription(
      { ...item, description: 'Short.', content: `<p>${'Words of the text. '.repeat(20)}</p>` },
      'en',
    );
    assert.match(description, /^Short\. Words of the text\./);
    assert.ok(description.length >= 70 && description.length <= 160);
  });

  it('is cut when it is long', () => {
    const description = articleDescription({ ...item, description: 'word '.repeat(100) }, 'en');
    assert.ok(description.length <= 160 && description.endsWith('word…'));
  });
});

describe('plain text', () => {
  it('is the readable text of HTML', () => {
    assert.equal(
      htmlToText('<p>One &amp; <b>two</b></p><p>three&nbsp;&lt;four&gt;<br>five</p>'),
      'One & two three\u00a0<four> five',
    );
  });

  it('is one line without invisible characters', () => {
    assert.equal(toSingleLine('  a\n\tb \u202e\u0007c \ud83d'), 'a b c \ufffd');
  });

  it('is cut inside a long word if there is no space', () => {
    assert.equal(clip('ж'.repeat(100), 10), `${'ж'.repeat(9)}…`);
    assert.equal(clip('short', 10), 'short');
  });
});
