import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { keysOf } from '#shared/keys-of.ts';
import { readSnapshot } from '#server/embedded/storage/read-snapshot.ts';
import type { DatabasePlace } from '#server/embedded/storage/storage.ts';
import type { Database } from '#server/embedded/storage/tables.ts';
import { describeOnBoth, type NewPlace } from '../../../support/databases.ts';
import { forkBackend, type BackendProcess } from '../../../support/fork-backend.ts';
import { invoiceFor } from '../../../support/orders.ts';
import { json, postsOfEachKind } from '../../../support/posts.ts';
import { createCleanup, type Cleanup } from '../../../support/process.ts';

const rounds = 15;

const startBackend = (t: Cleanup, place: DatabasePlace) => forkBackend(t, 'embedded-process.ts', place);

interface Post {
  path: string;
  body: unknown;
  key?: string;
}

/** Sends a POST as the site does. Returns the status and the parsed body. */
async function send(origin: string, { path, body, key }: Post): Promise<{ status: number; body: unknown }> {
  const headers = { 'x-token': 'secret-test-token', ...(key !== undefined && { 'idempotency-key': key }) };
  const answer = await fetch(origin + path, json(body, headers));
  return { status: answer.status, body: (await answer.json()) as unknown };
}

/** A POST of each kind as the site sends it, with content that no other mark has. */
const postsOf = (mark: string) => ({
  ...postsOfEachKind(mark),
  invoice: { path: '/api/monopay/invoice/create', body: invoiceFor(mark) },
});

/** The queries for the rows that the posts store. */
const rowsOf: Record<keyof ReturnType<typeof postsOf>, (database: Database, mark: string) => Promise<unknown[]>> = {
  comment: (database, mark) => database.selectFrom('comments').select('id').where('content', '=', mark).execute(),
  message: (database, mark) =>
    database.selectFrom('messages').select('id').where('message', '=', `A message of ${mark}`).execute(),
  trial: (database, mark) => database.selectFrom('trials').select('email').where('machine_id', '=', mark).execute(),
  invoice: (database, mark) =>
    database.selectFrom('invoices').select('id').where('payload', 'like', `%${mark}%`).execute(),
};

/** Defines the tests for one database; `newPlace` returns a new one. */
function testOnOne(newPlace: NewPlace): void {
  const cleanup = createCleanup();
  let place: DatabasePlace;
  let copies: [BackendProcess, BackendProcess];
  before(async () => {
    place = await newPlace(cleanup);
    copies = [await startBackend(cleanup, place), await startBackend(cleanup, place)];
  });
  after(() => cleanup.end());

  for (const kind of keysOf(rowsOf))
    it(`two processes that get the same post at the same moment store it once and answer both alike: ${kind}`, async () => {
      const twice: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const mark = `mark-${round}-of-${rounds}`;
        const sent = { ...postsOf(mark)[kind], key: randomUUID() };
        const answers = await Promise.all(
          [...copies, ...copies].map(async ({ origin }) => {
            const { status, body } = await send(origin, sent);
            return { status, body: JSON.stringify(body).replaceAll(origin, '') };
          }),
        );
        assert.ok((answers[0]?.status ?? 500) < 300, JSON.stringify(answers));
        const different = answers.some((answer) => JSON.stringify(answer) !== JSON.stringify(answers[0]));
        const stored = await readSnapshot(place, (database) => rowsOf[kind](database, mark));
        if (stored.length !== 1 || different) twice.push(mark);
      }
      assert.deepEqual(twice, [], `${twice.length} of ${rounds} rounds`);
    });

  it('two processes store one decision on a payment and answer both alike', async () => {
    const different: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const created = await send(copies[0].origin, postsOf(`mark-${round}`).invoice);
      const path = `/sandbox/pay/${(created.body as { invoiceId: string }).invoiceId}`;
      const key = randomUUID();
      const decide = ({ origin }: { origin: string }) => send(origin, { path, key, body: { decision: 'decline' } });
      const [first, second] = await Promise.all(copies.map(decide));
      assert.equal((first?.body as { status: string }).status, 'failure');
      if (JSON.stringify(first) !== JSON.stringify(second)) different.push(path);
      // The invoice changes state, while the old key still returns the old answer and decides nothing.
      await send(copies[1].origin, { path, key: randomUUID(), body: { decision: 'approve' } });
      assert.deepEqual(await decide(copies[0]), first);
      const now = (await (await fetch(copies[0].origin + path)).json()) as { status: string };
      assert.equal(now.status, 'success');
      const contrary = await send(copies[1].origin, { path, key, body: { decision: 'approve' } });
      assert.equal(contrary.status, 422);
    }
    assert.deepEqual(different, []);
  });

  it('a post that a crash has interrupted is stored once when it comes again with its key', async (t) => {
    const place = await newPlace(t);
    const contents: string[] = [];
    let [copy, posts] = [await startBackend(t, place), 0];
    for (let round = 0; round < 2; round += 1) {
      const sent = Array.from({ length: 25 }, (_, position) => ({
        path: '/api/news/1/comments',
        key: `${round}-${position}`,
        body: { author: 'Olha', content: `${round}-${position}` },
      }));
      const answers = sent.map(async (post) => {
        await send(copy.origin, post).catch(() => undefined);
        posts += 1;
        if (posts === 10 + 25 * round) copy.child.kill('SIGKILL');
      });
      await Promise.all(answers);
      copy.child.kill('SIGKILL');
      copy = await startBackend(t, place);
      for (const post of sent) assert.equal((await send(copy.origin, post)).status, 201);
      contents.push(...sent.map(({ key }) => key));
    }
    const stored = await readSnapshot(place, (database) => database.selectFrom('comments').select('content').execute());
    assert.deepEqual(stored.map(({ content }) => content).sort(), contents.sort());
  });
}

describeOnBoth('posts with an idempotency key', testOnOne);
