import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { honeypotField } from '#shared/hidden-fields.ts';
import { decideComments } from '#server/embedded/desk/comments.ts';
import type { Change, ChangeChannel } from '#server/news/changes.ts';
import { openDesk } from '../../support/desk.ts';
import { json, shown, urlEncoded } from '../../support/posts.ts';
import { until } from '../../support/until.ts';

const page = '/news/smart-protective-equipment';
const good = { author: 'Olha', content: 'The cancel tone matters to me.' };

async function open(t: TestContext, options: Parameters<typeof openDesk>[1] = {}) {
  const desk = await openDesk(t, options);
  return {
    ...desk,
    comment: (body: object) => desk.get('/api/news/1/comments', json(body)),
    decide: (decision: string, ids: number[], state = 'held') =>
      desk.act('/desk/comments', { decision, state, id: ids.map(String) }),
    list: (state: string) => desk.read(`/desk/comments?state=${state}`),
    article: async () => shown(await (await desk.get(page)).text()),
  };
}

describe('a comment that waits', () => {
  it('is on no page until it is approved, and its author is told that, with and without a script', async (t) => {
    const { comment, get, article, list, decide } = await open(t, { env: { COMMENTS: 'held' } });
    assert.doesNotMatch(await article(), /The cancel tone matters to me/);
    const answer = await comment(good);
    assert.equal(answer.status, 202);
    const posted = await get(`${page}?lang=ua`, urlEncoded({ author: 'Ivan', content: 'Second thoughts on this.' }));
    assert.equal(posted.headers.get('location'), `${page}?sent=held#comment-form`);
    assert.match(await (await get(`${page}?sent=held`)).text(), /An editor will read your comment before it appears\./);
    assert.match(await (await get(`${page}?sent=held&lang=ua`)).text(), /його прочитає редактор/);
    assert.doesNotMatch(await article(), /The cancel tone matters to me|Second thoughts/);
    assert.match(await list('held'), /Second thoughts.*The cancel tone matters to me/s);
    assert.equal((await decide('approve', [1, 2])).headers.get('location'), '/desk/comments?state=held');
    // The cached page was rendered without these comments.
    assert.match(await article(), /The cancel tone matters to me.*Second thoughts/s);
  });

  it('is named by its author, and a decision about none of them gets a note with the focus', async (t) => {
    const { comment, decide, list } = await open(t, { env: { COMMENTS: 'held' } });
    await comment(good);
    assert.match(await list('held'), /role="group" aria-labelledby="desk-selected"/);
    const refused = await decide('approve', []);
    assert.equal(refused.status, 422);
    // Orca does not read an alert of a page that it loads.
    assert.match(await refused.text(), /role="alert" tabindex="-1" autofocus/);
  });

  it('is shown at the desk in the direction of its script, as on its page', async (t) => {
    const { comment, list } = await open(t, { env: { COMMENTS: 'held' } });
    await comment({ author: 'דנה!', content: 'שלום עולם!' });
    assert.match(await list('held'), /<b dir="auto">דנה!<\/b>.*<p dir="auto">שלום עולם!<\/p>/s);
  });

  it('is approved once, however often the button is pressed', async (t) => {
    const { comment, storage } = await open(t, { env: { COMMENTS: 'held' } });
    await comment(good);
    const approve = () =>
      storage.write((database) =>
        decideComments(database, [1], { decision: 'approve', who: 'command', now: Date.now() }),
      );
    assert.deepEqual(await approve(), { count: 1, changed: ['smart-protective-equipment'] });
    assert.deepEqual(await approve(), { count: 0, changed: [] });
    const acts = await storage.read((database) =>
      database.selectFrom('desk_acts').select('act').where('act', '=', 'comment-approved').execute(),
    );
    assert.equal(acts.length, 1);
  });

  it('adds a call to NOTIFY_URL to the outbox', async (t) => {
    const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
    const { comment, storage } = await open(t, {
      env: { COMMENTS: 'held', NOTIFY_URL: 'http://127.0.0.1:9/', NOTIFY_SECRET: secret },
    });
    await comment(good);
    const row = await storage.read((database) =>
      database.selectFrom('outbox').select(['event', 'payload']).where('kind', '=', 'call').executeTakeFirst(),
    );
    assert.ok(row);
    assert.match(row.event, /^comment:1:\d+:call$/);
    const { type, data } = JSON.parse(row.payload) as { type: string; data: object };
    assert.deepEqual({ type, data }, { type: 'comment.held', data: { id: 1, suspicion: null } });
  });

  it('waits because it is suspicious, whatever the mode is, and the desk says why', async (t) => {
    const { comment, get, list } = await open(t);
    assert.equal((await comment(good)).status, 201);
    assert.equal((await comment({ ...good, content: 'Look at https://example.com' })).status, 202);
    assert.equal((await comment({ ...good, author: 'Again' })).status, 202);
    assert.equal((await comment({ ...good, content: 'Typed by a program', honeypot: 'x' })).status, 202);
    const trapped = await get(page, urlEncoded({ ...good, content: 'From a program', [honeypotField]: 'x' }));
    assert.match(trapped.headers.get('location') ?? '', /sent=held/);
    const html = await list('held');
    for (const reason of ['Contains a link', 'Repeats an earlier comment', 'Filled in by a program'])
      assert.ok(html.includes(reason), reason);
    assert.match(html, /Comments<span class="tab-list__count">4<\/span>/);
  });
});

describe('a comment', () => {
  it('that is hidden disappears from every copy at once, and so does one that is deleted', async (t) => {
    const published: Change[] = [];
    const changes: ChangeChannel = { publish: (change) => void published.push(change), subscribe: () => undefined };
    const { comment, article, decide, list, storage } = await open(t, { redis: { changes } });
    await comment(good);
    await comment({ author: 'Ivan', content: 'Another one.' });
    assert.match(await article(), /The cancel tone matters to me.*Another one\./s);
    published.length = 0;
    await decide('hide', [1], 'shown');
    assert.doesNotMatch(await article(), /The cancel tone matters to me/);
    assert.deepEqual(published, [{ slugs: ['smart-protective-equipment'] }]);
    assert.match(await list('hidden'), /The cancel tone matters to me/);
    await decide('delete', [1, 2], 'hidden');
    assert.doesNotMatch(await article(), /Another one\./);
    const [rows, entries] = await storage.read(async (database) => [
      await database.selectFrom('comments').selectAll().execute(),
      await database.selectFrom('desk_acts').select(['act', 'subject']).orderBy('id').execute(),
    ]);
    assert.deepEqual(rows, []);
    assert.deepEqual(entries.slice(1), [
      { act: 'comment-hidden', subject: '1' },
      { act: 'comment-deleted', subject: '1' },
      { act: 'comment-deleted', subject: '2' },
    ]);
  });

  it('that is hidden by a command or at another copy disappears from a copy that hears nothing of it', async (t) => {
    const { comment, article, storage } = await open(t, { newsPollMs: 50 });
    await comment(good);
    assert.match(await article(), /The cancel tone matters to me/);
    await storage.write((database) =>
      decideComments(database, [1], { decision: 'hide', who: 'command', now: Date.now() }),
    );
    await until('the page is without the comment', async () => !/The cancel tone/.test(await article()));
  });

  it('is refused where comments are off, and there is no form for one', async (t) => {
    const { comment, get, article } = await open(t, { env: { COMMENTS: 'off' }, config: { comments: 'off' } });
    assert.equal((await comment(good)).status, 403);
    const html = await article();
    assert.match(html, /Comments are closed at the moment/);
    assert.doesNotMatch(html, /<form[^>]*comment-form/);
    const posted = await get(page, urlEncoded(good));
    assert.equal(posted.status, 422);
  });

  it('is not changed when nothing is selected, or when it does not exist', async (t) => {
    const { decide, post, headers } = await open(t);
    assert.equal((await decide('approve', [])).status, 422);
    assert.equal((await decide('burn', [1])).status, 422);
    assert.equal((await decide('approve', [77])).status, 303);
    assert.equal(
      (await post('/desk/comments', { decision: 'approve', id: ["1' OR 1=1", '-1'] }, { headers })).status,
      422,
    );
  });

  it('is shown at the desk as text', async (t) => {
    const { comment, list } = await open(t, { env: { COMMENTS: 'held' } });
    await comment({ author: '<b>Olha</b>', content: '"><script>alert(1)</script>' });
    const html = await list('held');
    assert.match(html, /&lt;b&gt;Olha&lt;\/b&gt;/);
    assert.doesNotMatch(html, /<script/);
  });
});
