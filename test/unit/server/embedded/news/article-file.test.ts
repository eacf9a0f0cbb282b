import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { emptyTexts, toContent, trimLine, trimParagraphs, type ArticleTexts } from '#server/embedded/news/article.ts';
import { parseArticle, printArticle, type FiledArticle } from '#server/embedded/news/article-file.ts';
import { wholeArticle } from '../../../../support/articles.ts';

const text = (maxLength: number) => fc.string({ unit: 'binary', maxLength }).map((given) => given.toWellFormed());
const line = text(40).map(trimLine);

/** Texts that have another meaning in YAML, or end the front matter, unless they are quoted. */
const tricky = fc.constantFrom(
  '---',
  'yes',
  'null',
  '2026-01-01',
  '007',
  '- a',
  'a: b',
  '# no',
  '"',
  "'",
  '{a}',
  '|',
  'а\n---\nб',
);

const texts: fc.Arbitrary<ArticleTexts> = fc.record(
  {
    headline: fc.oneof(line, tricky.map(trimLine)),
    description: fc.oneof(line, tricky.map(trimLine)),
    content: fc.oneof(text(300), tricky, fc.constant('---\nheadline: no\n---\n\n    code')).map(toContent),
    ourView: fc.oneof(text(200), tricky).map(trimParagraphs),
    author: fc.oneof(line, tricky.map(trimLine)),
    imageAlt: line,
  },
  { noNullPrototype: true },
);

const filed: fc.Arbitrary<FiledArticle> = fc
  .record({
    id: fc.constantFrom('1', '007', 'true', 'a-b'),
    featured: fc.boolean(),
    date: fc.constantFrom('', '2026-03-01T10:00:00.000Z'),
    category: fc.oneof(line, tricky.map(trimLine)),
    sky: fc.constantFrom('', 'dusk'),
    hasPicture: fc.boolean(),
    en: texts,
    ua: fc.oneof(texts, fc.constant(emptyTexts)),
  })
  .map(({ id, hasPicture, en, ua, ...rest }) => ({
    id,
    state: 'draft',
    fields: {
      ...wholeArticle,
      ...rest,
      picture: hasPicture ? 'f'.repeat(32) : '',
      en: { ...en, imageAlt: en.imageAlt || 'x' },
      ua: hasPicture ? { ...ua, imageAlt: ua.imageAlt || 'x' } : ua,
    },
  }));

const read = (en: string, ua: string | null = null) => parseArticle('a-ship', { en, ua }, 'f'.repeat(32));

const problemsOf = (en: string, ua: string | null = null) =>
  (read(en, ua).problems ?? []).map(({ file, line: at, problem }) => `${file}:${at}: ${problem}`);

describe('an article as files', () => {
  it('is read as it was written, with any content', () => {
    fc.assert(
      fc.property(filed, (article) => {
        const { 'en.md': en = '', 'ua.md': ua = null } = printArticle(article);
        const { filed: back, problems } = parseArticle(article.fields.slug, { en, ua }, 'f'.repeat(32));
        assert.equal(problems, null, JSON.stringify(problems));
        assert.deepEqual(back, article);
      }),
      { numRuns: 300 },
    );
  });

  it('is read when it was written by hand', () => {
    const en = '\uFEFF---\r\nheadline: A ship\r\nfeatured: true\r\n# a note\r\n---\r\n\r\nIt sails.\r\n';
    const { filed: article } = read(en, '---\nheadline: Корабель\n---\n');
    assert.deepEqual([article?.id, article?.state, article?.fields.featured], [null, 'draft', true]);
    assert.deepEqual(
      [
        article?.fields.en.headline,
        article?.fields.en.content,
        article?.fields.ua.headline,
        article?.fields.ua.content,
      ],
      ['A ship', 'It sails.', 'Корабель', ''],
    );
  });

  it('is refused with the file and the line of each error', () => {
    assert.deepEqual(problemsOf('Hello'), [
      'a-ship/en.md:1: the file must begin with front matter between two lines of ---',
    ]);
    assert.deepEqual(problemsOf('---\n---\nHello'), ['a-ship/en.md:1: the front matter has no names and values']);
    assert.deepEqual(problemsOf('---\nheadline: A\nheadlin: B\ntags:\n  - a\n---\n'), [
      'a-ship/en.md:3: "headlin" is no name that is known here',
      'a-ship/en.md:4: "tags" is no name that is known here',
    ]);
    assert.match(problemsOf('---\nheadline: A\ndescription: "open\n---\n').join(), /^a-ship\/en\.md:\d+: /);
    assert.deepEqual(problemsOf('---\nstate: live\nfeatured: perhaps\nsky: green\ndate: tomorrow\n---\n'), [
      'a-ship/en.md:2: "state" is none of draft, published, unpublished',
      'a-ship/en.md:3: "featured" is neither true nor false',
      'a-ship/en.md:4: "sky" is none of dawn, morning, noon, rain, dusk, night',
      'a-ship/en.md:5: "date" is no date, such as 2026-03-01T10:00:00Z',
    ]);
    for (const date of ['2026-02-30', '2026-04-31T10:00:00Z', '20260-03-01', '1'])
      assert.deepEqual(
        problemsOf(`---\nheadline: A\ndate: ${date}\n---\n`),
        ['a-ship/en.md:3: "date" is no date, such as 2026-03-01T10:00:00Z'],
        date,
      );
    assert.deepEqual(problemsOf('---\nheadline: A\nstate: published\n---\n').sort(), [
      'a-ship/en.md:1: "category" is missing',
      'a-ship/en.md:1: "description" is missing',
      'a-ship/en.md:5: the text is missing',
    ]);
    const long = 'a'.repeat(201);
    assert.deepEqual(problemsOf('---\nheadline: A\n---\n', `---\nauthor: B\nheadline: ${long}\n---\n`), [
      'a-ship/ua.md:3: "headline" is too long',
    ]);
    assert.deepEqual(
      problemsOf('---\nheadline: A\npicture: a.webp\npicture_alt: A ship\n---\n'),
      ['a-ship/en.md:1: "picture_alt" is missing'].map((problem) => problem.replace('en.md', 'ua.md')),
    );
    assert.deepEqual(problemsOf('---\nheadline: A\n---\n', '---\nslug: b\n---\n'), [
      'a-ship/ua.md:2: "slug" is no name that is known here',
    ]);
  });
});
