import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findSuspicion, inspectComment, type NewCommentFacts } from '#server/embedded/comments/suspicion.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { timeRatio } from '../../../../support/time-ratio.ts';

const day = 24 * 3_600_000;
const now = Date.UTC(2026, 2, 1);

describeOnBoth('a comment', (newPlace) => {
  it('is suspicious only with a link, a known word, a filled honeypot or a repeated text', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const old = { news_id: '1', author: 'Ivan' };
    const hashOf = (content: string) => inspectComment({ author: 'Ivan', content }).contentHash;
    assert.equal(hashOf('Thank you'), null);
    await storage.write(async (database) => {
      for (const [content, age] of [
        ['This text was here before, word for word.', day],
        ['This text is from last year, word for word.', 40 * day],
        ['Thank you', day],
      ] as const)
        await database
          .insertInto('comments')
          .values({ ...old, content, content_hash: hashOf(content), date: new Date(now - age).toISOString() })
          .execute();
    });
    const find = (facts: Partial<NewCommentFacts>) =>
      storage.read((database) =>
        findSuspicion(database, inspectComment({ author: 'Olha', content: 'Good.', ...facts }), now),
      );
    for (const [content, wanted] of [
      ['The cancel tone matters. It costs 3.50 and 1,000.', null],
      ['Дякую за статтю: усе ясно, т.з. без води. І.Франко', null],
      ['We use node.js and Express.', null],
      ['see https://example.com', 'link'],
      ['see www.example.com', 'link'],
      ['see cheap-things.shop now', 'link'],
      ['see -cheap-things.shop now', 'link'],
      ['write to olha@example.com', null],
      ['[url=x]y[/url]', 'link'],
      ['best CASINO in town', 'words'],
      ['Нове казино', 'words'],
      ['ca\u200bsino', 'words'],
      ['The casinos of history', null],
      ['this text WAS here before, word for word!!', 'repeated'],
      ['This text is from last year, word for word.', null],
      ['Thank you', null],
    ] as const)
      assert.equal(await find({ content }), wanted, content);
    assert.equal(await find({ author: 'www.example.com' }), 'link');
    assert.equal(await find({ author: 'Casino' }), 'words');
    assert.equal(await find({ honeypot: 'x' }), 'trap');
    assert.equal(await find({ honeypot: '' }), null);
  });
});

describe('the inspection of a comment', () => {
  for (const [title, text] of [
    ['characters that NFKC makes longer', '\ufdfa'],
    ['hyphens, as domains have them', 'a-'],
    ['ordinary words', 'word '],
  ] as const)
    it(`takes time in proportion to the length of ${title}`, () => {
      const ratio = timeRatio((size) => inspectComment({ author: 'Olha', content: text.repeat(size) }), 2000);
      assert.ok(ratio < 8, `${ratio.toFixed(1)} times as long for 4 times as much`);
    });

  it('compares no more than the maximum length of a comment', () => {
    const hashOf = (content: string) => inspectComment({ author: 'Olha', content }).contentHash;
    const words = 'word '.repeat(800);
    assert.equal(hashOf(`  ${words}more`), hashOf(`${words}other`));
    assert.notEqual(hashOf(words), hashOf(words.slice(0, -10)));
  });
});
