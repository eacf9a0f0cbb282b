import assert from 'node:assert/strict';
import { it } from 'node:test';
import { importArticles } from '#server/embedded/news/import-articles.ts';
import { addArticle, editor, wholeArticle } from '../../../../support/articles.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';

describeOnBoth('an import of articles', (newPlace) => {
  it('stores the HTML that was converted before the transaction', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const toHtml = (markdown: string) => `<p>Converted before: ${markdown}</p>`;
    const draft = await storage.write((database) => addArticle(database));
    const articles = (['published', 'unpublished'] as const).map((state, index) => {
      const fields = { ...wholeArticle, slug: `article-${index}` };
      return { id: index === 0 ? draft.id : null, state, fields, pictures: [] };
    });
    await storage.write((database) => importArticles(database, articles, { who: editor, now: Date.now(), toHtml }));
    const rows = await storage.read((database) =>
      database.selectFrom('news').select('item').where('slug', 'like', 'article-_').execute(),
    );
    assert.equal(rows.length, 2);
    for (const { item } of rows) assert.ok(item.includes(toHtml(wholeArticle.en.content)), item);
  });
});
