import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findSuspicion, type NewCommentFacts } from '#server/embedded/suspicion.ts';
import { describeOnBoth, openTestStorage } from '../../../support/databases.ts';

const day = 24 * 3_600_000;
const now = Date.UTC(2026, 2, 1);

describeOnBoth('a comment', (newPlace) => {
  it('is suspicious only with a link, a known word, a filled honeypot or a repeated text', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const old = { news_id: '1', author: 'Ivan' };
    await storage.write(async (database) => {
      for (const [content, age] of [
        ['This text was here before, word for word.', day],
        ['This text is from last year, word for word.', 40 * day],
        ['Thank you', day],
      ] as const)
        await database
          .insertInto('comments')
          .values({ ...old, content, date: new Date(now - age).toISOString() })
          .execute();
    });
    const find = (facts: Partial<NewCommentFacts>) =>
      storage.read((database) => findSuspicion(database, { author: 'Olha', content: 'Good.', ...facts }, now));
    for (const [content, wanted] of [
      ['The cancel tone matters. It costs 3.50 and 1,000.', null],
      ['Дякую за статтю: усе ясно, т.з. без води. І.Франко', null],
      ['We use node.js and Express.', null],
      ['see https://example.com', 'link'],
      ['see www.example.com', 'link'],
      ['see cheap-things.shop now', 'link'],
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
    assert.equal(await find({ honeypot: 'x' }), 'trap');
    assert.equal(await find({ honeypot: '' }), null);
  });
});
