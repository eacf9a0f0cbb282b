import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDeskRoutes } from '#server/embedded/desk/desk-routes.ts';
import { createSignIn } from '#server/embedded/desk/sign-in.ts';
import { createArticle } from '#server/embedded/news/articles.ts';
import { storePicture } from '#server/embedded/news/stored-pictures.ts';
import { readTexts } from '#server/lib/texts.ts';
import { wholeArticle } from '../../support/articles.ts';
import { member, serveDesk, type ServedDesk } from '../../support/desk.ts';
import { addPaidOrder } from '../../support/orders.ts';

interface Row {
  method: 'GET' | 'POST';
  path: string;
  /** The status for a signed-in user: a page, a redirect, a file or a refusal. */
  status: number;
  /** Whether the route needs no session. */
  isPublic?: true;
  fields?: Record<string, string>;
  /** Whether the form may contain a file. */
  hasFile?: true;
}

const [newId, otherId, picture] = ['11111111-2222-4333-8444-555555555555', '9', 'a'.repeat(32)];
/** The fields of an article form that a draft needs. */
const articleFields = { base: '1', decision: 'save', slug: 'secret-words', 'en.headline': 'Secret words, new' };
const newArticleFields = { ...articleFields, id: newId, slug: 'second' };

/** Every path and method of the desk, each with an example. */
const rows: Row[] = [
  { method: 'GET', path: '/desk/sign-in', status: 200, isPublic: true },
  { method: 'POST', path: '/desk/sign-in', status: 200, isPublic: true, fields: { email: 'a@b.example' } },
  { method: 'GET', path: '/desk/sign-in/link', status: 403, isPublic: true },
  { method: 'POST', path: '/desk/sign-in/link', status: 403, isPublic: true },
  { method: 'GET', path: '/desk', status: 303 },
  { method: 'GET', path: '/desk/messages', status: 200 },
  { method: 'GET', path: '/desk/messages/1', status: 200 },
  { method: 'GET', path: '/desk/messages/1/attachment', status: 200 },
  { method: 'POST', path: '/desk/messages/1/answered', status: 303, fields: { answered: 'yes' } },
  { method: 'POST', path: '/desk/messages/1/delete', status: 303 },
  { method: 'GET', path: '/desk/comments', status: 200 },
  { method: 'POST', path: '/desk/comments', status: 303, fields: { decision: 'delete', id: '1' } },
  { method: 'GET', path: '/desk/news', status: 200 },
  { method: 'GET', path: '/desk/news/new', status: 200 },
  { method: 'POST', path: '/desk/news/new', status: 303, hasFile: true, fields: newArticleFields },
  { method: 'GET', path: '/desk/news/pictures', status: 200 },
  {
    method: 'POST',
    path: '/desk/news/pictures',
    status: 200,
    hasFile: true,
    fields: { picture, 'en.imageAlt': 'A port', 'ua.imageAlt': 'Порт' },
  },
  { method: 'GET', path: `/desk/news/pictures/${picture}-card.webp`, status: 200 },
  { method: 'GET', path: '/desk/news/9', status: 200 },
  { method: 'POST', path: '/desk/news/9', status: 303, hasFile: true, fields: articleFields },
  { method: 'GET', path: '/desk/news/9/preview', status: 200 },
  { method: 'GET', path: '/desk/news/9/versions', status: 200 },
  { method: 'GET', path: '/desk/news/9/versions/1', status: 200 },
  { method: 'POST', path: '/desk/news/9/versions/1', status: 303, fields: { base: '2' } },
  { method: 'POST', path: '/desk/news/9/unpublish', status: 303 },
  { method: 'POST', path: '/desk/news/9/delete', status: 303 },
  { method: 'GET', path: '/desk/orders', status: 200 },
  { method: 'GET', path: '/desk/orders.csv', status: 200 },
  { method: 'GET', path: '/desk/orders/new', status: 200 },
  { method: 'POST', path: '/desk/orders/new', status: 422, fields: { plan: 'monthly', language: 'en' } },
  { method: 'GET', path: '/desk/orders/1', status: 200 },
  { method: 'GET', path: '/desk/licences/1', status: 303 },
  { method: 'POST', path: '/desk/licences/1/send', status: 303 },
  { method: 'POST', path: '/desk/licences/1/move', fields: { from: 'secret words', machine: 'NEW-7' }, status: 303 },
  { method: 'POST', path: '/desk/licences/1/revoke', status: 303 },
  { method: 'POST', path: '/desk/orders/1/refund', status: 303 },
  { method: 'GET', path: '/desk/people', status: 200 },
  { method: 'POST', path: '/desk/people', status: 200, fields: { email: 'olha@example.com' } },
  { method: 'POST', path: '/desk/people/export', status: 200, fields: { email: 'olha@example.com' } },
  { method: 'POST', path: '/desk/people/erase', status: 200, fields: { email: 'olha@example.com' } },
  { method: 'GET', path: '/desk/mail', status: 200 },
  { method: 'GET', path: '/desk/mail/1', status: 200 },
  { method: 'POST', path: '/desk/mail/1/send-again', status: 409 }, // a link to sign in
  { method: 'GET', path: '/desk/statistics', status: 200 },
  { method: 'GET', path: '/desk/audit-log', status: 200 },
  { method: 'POST', path: '/desk/sign-out', status: 303, isPublic: true },
  { method: 'POST', path: '/desk/sign-out-everywhere', status: 303 },
];

/** Replaces the parameters of a path by those of the example. */
const withNumbers = (path: string) =>
  path
    .replace('/news/:id', `/news/${otherId}`)
    .replaceAll(':id', '1')
    .replace(':version', '1')
    .replace(':file', `${picture}-card.webp`);

/** Reads the stored data of visitors, to compare it before and after. */
const readAll = ({ storage }: ServedDesk) =>
  storage.read(async (database) => ({
    messages: await database.selectFrom('messages').selectAll().execute(),
    comments: await database.selectFrom('comments').selectAll().execute(),
    outbox: await database.selectFrom('outbox').selectAll().where('event', 'not like', 'desk-link:%').execute(),
    invoices: await database.selectFrom('invoices').selectAll().execute(),
    licences: await database.selectFrom('licences').selectAll().execute(),
    news: await database.selectFrom('news').selectAll().execute(),
    versions: await database.selectFrom('news_versions').selectAll().execute(),
    pictures: await database.selectFrom('news_pictures').select('id').execute(),
    sessions: await database.selectFrom('desk_sessions').selectAll().execute(),
  }));

/**
 * Stores a message with an attachment, a comment, an e-mail and a paid order with its licence, each with the id 1, and
 * a draft with a picture.
 */
async function fill({ storage }: ServedDesk): Promise<void> {
  await storage.write(async (database) => {
    await addPaidOrder(database, { id: '1', email: 'olha@example.com', machine: 'secret words' });
    await database.deleteFrom('news').where('id', '=', otherId).execute();
    const secret = { ...wholeArticle.en, headline: 'Secret words' };
    const actor = { who: member, now: Date.now() };
    await createArticle(database, { ...wholeArticle, slug: 'secret-words', en: secret }, actor, otherId);
    const [master, wide, card] = ['secret', 'secret', 'secret'].map((words) => Buffer.from(words));
    if (master && wide && card) await storePicture(database, { id: picture, master, wide, card }, Date.now());
    const person = { first_name: 'Secret', last_name: 'Person', email: 'olha@example.com', message: 'secret words' };
    const file = { attachment_name: 'cv.pdf', attachment: Buffer.from('%PDF-1.7 secret words') };
    await database
      .insertInto('messages')
      .values({ ...person, ...file, date: new Date().toISOString() })
      .execute();
    await database
      .insertInto('comments')
      .values({ news_id: '1', author: 'Olha', content: 'secret words', date: new Date().toISOString(), state: 'held' })
      .execute();
    await database
      .insertInto('outbox')
      .values({
        event: 'test',
        kind: 'email',
        state: 'kept',
        recipient: 'olha@example.com',
        payload: JSON.stringify({ subject: 'secret words', text: 'secret words' }),
        created: Date.now(),
        due: 0,
        claimed_until: 0,
        attempts: 0,
      })
      .execute();
  });
}

function ask(desk: ServedDesk, { method, path, fields = {}, hasFile }: Row, headers: Record<string, string> = {}) {
  if (method === 'GET') return desk.get(path, { headers });
  return hasFile ? desk.postForm(path, fields, { headers }) : desk.post(path, fields, { headers });
}

/**
 * Asserts that the response contains no stored data, only what was typed, and no file, and that nothing was changed.
 */
async function assertRefused(row: Row, answer: Response): Promise<void> {
  const typed = Object.values(row.fields ?? {});
  const text = typed.reduce((rest, value) => rest.replaceAll(`value="${value}"`, ''), await answer.text());
  const name = `${row.method} ${row.path}`;
  assert.doesNotMatch(text, /secret|olha@example/i, name);
  assert.equal(answer.headers.get('content-disposition'), null, name);
  assert.equal(answer.headers.get('cache-control'), 'no-store', name);
  if (row.method === 'GET') assert.equal(answer.headers.get('location'), '/desk/sign-in', name);
  else assert.equal(answer.status, 403, name);
}

describe('every endpoint of the desk', () => {
  it('is in the table of this test', async () => {
    const texts = await readTexts('locales');
    const signIn = createSignIn({
      emails: [],
      emailOptions: { texts, language: 'en', hasMailServer: false },
      writeLog: () => undefined,
      wakeDelivery: () => undefined,
    });
    const known = createDeskRoutes(signIn).map(
      ({ method, path, isPublic }) => `${method} ${withNumbers(path)} ${isPublic ?? false}`,
    );
    const tested = rows.map(({ method, path, isPublic }) => `${method.toLowerCase()} ${path} ${isPublic ?? false}`);
    assert.deepEqual(tested.sort(), known.sort());
  });

  it('responds to signed-in users, and to everybody on public routes', async (t) => {
    const desk = await serveDesk(t);
    await fill(desk);
    const closed = rows.filter(({ isPublic }) => !isPublic);
    // Requests that delete data run after those that read it.
    const last = /delete|erase|sign-out|\/comments$/;
    const ordered = [
      ...closed.filter(({ method, path }) => method === 'GET' || !last.test(path)),
      ...closed.filter(({ method, path }) => method === 'POST' && last.test(path)),
    ];
    let headers = await desk.signIn();
    for (const row of ordered) {
      if (row.path.endsWith('everywhere')) headers = await desk.signIn();
      assert.equal((await ask(desk, row, headers)).status, row.status, `${row.method} ${row.path}`);
    }
    for (const row of rows.filter(({ isPublic }) => isPublic))
      assert.equal((await ask(desk, row)).status, row.status, `${row.method} ${row.path}`);
  });

  it('refuses without a session, with a made-up one, and after signing out, and changes nothing', async (t) => {
    const desk = await serveDesk(t);
    await fill(desk);
    const left = await desk.signIn();
    await desk.post('/desk/sign-out', {}, { headers: left });
    const before = await readAll(desk);
    for (const headers of [{}, { cookie: `__Host-desk=${'x'.repeat(43)}` }, { cookie: '__Host-desk=' }, left])
      for (const row of rows.filter(({ isPublic }) => !isPublic))
        await assertRefused(row, await ask(desk, row, headers));
    assert.deepEqual(await readAll(desk), before);
  });

  it('refuses posts of other origins, with a session too, and changes nothing', async (t) => {
    const desk = await serveDesk(t);
    await fill(desk);
    const session = await desk.signIn();
    const before = await readAll(desk);
    const foreignHeaders: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const foreign of foreignHeaders)
      for (const row of rows.filter(({ method }) => method === 'POST')) {
        const answer = await ask(desk, row, { ...session, ...foreign });
        assert.equal(answer.status, 403, row.path);
        assert.equal(answer.headers.get('set-cookie'), null);
      }
    assert.deepEqual(await readAll(desk), before);
  });

  it('accepts no other method, and is stored nowhere', async (t) => {
    const desk = await serveDesk(t);
    const headers = await desk.signIn();
    for (const method of ['PUT', 'DELETE', 'PATCH'])
      assert.equal((await desk.get('/desk/messages', { method, headers })).status, 405);
    for (const row of rows) {
      const answer = await ask(desk, row);
      assert.equal(answer.headers.get('cache-control'), 'no-store', row.path);
      assert.match(answer.headers.get('x-robots-tag') ?? '', /noindex/, row.path);
    }
    assert.equal((await desk.get('/desk/nothing', { headers })).status, 404);
    assert.equal((await desk.post('/desk/nothing', {}, { headers })).status, 404);
    assert.equal((await desk.get('/desk/nothing')).headers.get('location'), '/desk/sign-in');
  });
});
