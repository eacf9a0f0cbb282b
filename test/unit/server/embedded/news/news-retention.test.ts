import assert from 'node:assert/strict';
import { it } from 'node:test';
import { publishArticle, unpublishArticle } from '#server/embedded/news/articles.ts';
import { deleteExpiredNews } from '#server/embedded/news/news-retention.ts';
import { addArticle, editor } from '../../../../support/articles.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';

const now = Date.UTC(2026, 5, 15, 12);
const yearMs = 366 * 24 * 3_600_000;

describeOnBoth('the retention period of a draft', (newPlace) => {
  it('begins when the article is withdrawn before its date', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const written = now - yearMs;
    const date = new Date(now + yearMs).toISOString();
    const actor = { who: editor, now };
    await storage.write(async (database) => {
      const draft = await addArticle(database, { date }, written);
      const { row } = await publishArticle(database, draft, { ...actor, now: written });
      const withdrawn = await unpublishArticle(database, row, actor);
      assert.equal(withdrawn.row.state, 'draft');
      assert.equal((await deleteExpiredNews(database, now)).drafts, 0);
      assert.equal((await deleteExpiredNews(database, now + yearMs)).drafts, 1);
    });
  });
});
