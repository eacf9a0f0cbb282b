import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sections } from '#server/embedded/desk/desk-request.ts';
import { queueRefund } from '#server/embedded/desk/refunds.ts';
import { emptyTexts } from '#server/embedded/news/article.ts';
import { createArticle } from '#server/embedded/news/articles.ts';
import { wholeArticle } from '../../support/articles.ts';
import { pdf } from '../../support/contact.ts';
import { serveDesk } from '../../support/desk.ts';
import { checkHtml, hasJava } from '../../support/nu-checker.ts';
import { addPaidOrder } from '../../support/orders.ts';

const java = await hasJava();
const skip = !java && process.env['CI'] !== 'true' && 'there is no Java here, which the Nu Html Checker needs';

describe('the Nu Html Checker', { skip }, () => {
  it('finds neither errors nor warnings in the pages of the desk in either language', async (t) => {
    const { get, post, postForm, signIn, storage } = await serveDesk(t);
    const date = new Date().toISOString();
    await storage.write(async (database) => {
      await database
        .insertInto('messages')
        .values({
          first_name: 'Olha "<b>"',
          last_name: "K'",
          email: 'olha+a?b&c=d@example.com',
          message: '\n<script>\n\n& more',
          date,
          attachment_name: 'a "b".pdf',
          attachment: pdf(100),
        })
        .execute();
      for (const state of ['held', 'shown', 'hidden'] as const)
        await database
          .insertInto('comments')
          .values({ news_id: '1', author: '"><i>', content: 'A & B', date, state, suspicion: 'link' })
          .execute();
      await addPaidOrder(database, { id: 'a', email: 'a+b?c@b.example', machine: '<M> & "' });
      await addPaidOrder(database, { id: 'b', email: 'a@b.example', machine: 'M' });
      await queueRefund(database, 'b', { who: 'a@b.example', now: Date.now() + 3_600_000 });
      await database.insertInto('trials').values({ machine_id: '<M>', email: 'a@b.example', date }).execute();
      await database
        .insertInto('visits')
        .values({ day: date.slice(0, 10), page: '/', language: 'en', referrer: 'a.example', count: 1 })
        .execute();
      await database
        .insertInto('vitals')
        .values({ day: date.slice(0, 10), name: 'LCP', rating: 'good', count: 3 })
        .execute();
    });
    const odd = { ...wholeArticle.en, headline: '"><i> & <b>', content: '\n<table><tr><td>a\n\n# b' };
    await storage.write(async (database) => {
      const article = { ...wholeArticle, slug: 'odd', category: '"<', en: odd };
      await createArticle(database, article, { who: '"<b>', now: Date.now() }, 'odd');
      const empty = { ...wholeArticle, slug: '', en: emptyTexts, ua: { ...emptyTexts, content: 'Ї' } };
      await createArticle(database, empty, { who: '', now: Date.now() }, 'empty');
    });
    const headers = await signIn();
    const documents = new Map<string, string>();
    const paths = [
      ...sections.map((section) => `/desk/${section}`),
      '/desk/sign-in',
      '/desk/sign-in/link',
      '/desk/messages/1',
      '/desk/comments?state=shown',
      '/desk/mail/1',
      '/desk/orders/a',
      '/desk/orders/b',
      '/desk/orders?state=success&q=%22%3Cb',
      '/desk/none',
      '/desk/news?state=draft',
      '/desk/news/new',
      '/desk/news/1?done=saved',
      '/desk/news/1/versions',
      '/desk/news/odd',
      '/desk/news/odd/versions',
      '/desk/news/odd/versions/1',
      '/desk/news/odd/preview',
      '/desk/news/empty',
      '/desk/news/empty/preview',
      '/desk/news/1/preview',
    ];
    for (const path of paths)
      for (const language of ['en', 'ua']) {
        const address = `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
        documents.set(address, await (await get(address, { headers })).text());
      }
    const person = await post('/desk/people', { email: 'olha+a?b&c=d@example.com' }, { headers });
    documents.set('/desk/people, posted', await person.text());
    const fields = {
      base: '7',
      slug: 'a b',
      date: 'x',
      category: 'c'.repeat(80),
      'en.headline': '"<',
      decision: 'save',
    };
    const faulty = await postForm('/desk/news/odd', fields, { headers, file: Buffer.from('<svg>') });
    assert.equal(faulty.status, 422);
    documents.set('/desk/news/odd, with faults', await faulty.text());
    const stale = await postForm('/desk/news/odd', { slug: 'odd', base: '7' }, { headers });
    assert.equal(stale.status, 409);
    documents.set('/desk/news/odd, with a conflict', await stale.text());
    const deleted = await postForm('/desk/news/deleted', { slug: 'odd', base: '7' }, { headers });
    assert.equal(deleted.status, 409);
    documents.set('/desk/news/deleted, posted', await deleted.text());
    const wrong = await post('/desk/sign-in', { email: '"><script>' });
    documents.set('/desk/sign-in, posted', await wrong.text());
    for (const [address, html] of documents) assert.doesNotMatch(html, /<script/, address);
    assert.deepEqual(await checkHtml(documents), []);
  });
});
