import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { it, type TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { startDelivery } from '#server/embedded/outbox/delivery.ts';
import type { Letter } from '#server/embedded/outbox/letters.ts';
import {
  addCall,
  addLetter,
  claimMs,
  countOutbox,
  giveUpMs,
  retryDelaysMs,
  type OutboxCounts,
} from '#server/embedded/outbox/outbox.ts';
import { createSendCall } from '#server/embedded/outbox/send-call.ts';
import { createSendLetter, type SendLetter } from '#server/embedded/outbox/send-letter.ts';
import { openStorage, type DatabasePlace, type Storage } from '#server/embedded/storage/storage.ts';
import { describeOnBoth } from '../../../../support/databases.ts';
import { listen } from '../../../../support/listen.ts';
import { startMailServer, type MailBehaviour, type MailServer } from '../../../../support/mail-server.ts';
import { until } from '../../../../support/until.ts';

/** A busy machine needs a while for a greeting. */
const patient = { connectMs: 10_000, silenceMs: 10_000 };
/** For a server that is silent on purpose. */
const hasty = { connectMs: 700, silenceMs: 700 };
const from = 'Obrii <hello@obrii.example>';

const letterTo = (to: string): Letter => ({
  to,
  replyTo: null,
  subject: 'A letter',
  text: 'Hello\n',
  html: '<p>Hello</p>',
  isAutomatic: false,
});

async function open(t: TestContext, place: DatabasePlace): Promise<Storage> {
  const storage = await openStorage(place);
  t.after(() => storage.close());
  return storage;
}

interface DeliverOptions {
  sendLetter?: SendLetter;
  server?: MailServer;
  timeouts?: typeof patient;
  clock?: { now: number };
}

/** A delivery over the storage, with a clock that the test sets. */
function deliver(t: TestContext, storage: Storage, options: DeliverOptions) {
  const { server, timeouts = patient, clock = { now: Date.now() } } = options;
  const logged: string[] = [];
  let counts: OutboxCounts | undefined;
  const sendLetter = server ? createSendLetter({ url: server.url, from }, timeouts) : options.sendLetter;
  const delivery = startDelivery({
    storage,
    sendLetter: sendLetter ?? null,
    sendCall: null,
    sendRefund: () => Promise.reject(new Error('nothing is returned here')),
    writeLog: (level, _fields, text) => void logged.push(`${level}: ${text}`),
    onCounts: (next) => (counts = next),
    now: () => clock.now,
    pollMs: 5,
  });
  t.after(() => delivery.close());
  return { delivery, clock, logged, counts: () => counts };
}

const add = (storage: Storage, event: string, letter: Letter, now?: number) =>
  storage.write((database) => addLetter(database, { event, letter, isSent: true }, now));

const statesOf = async (storage: Storage) =>
  (await storage.read((database) => database.selectFrom('outbox').select('state').orderBy('id').execute())).map(
    ({ state }) => state,
  );

const isOver = async (storage: Storage) => !(await statesOf(storage)).includes('pending');

/** Moves the clock to where the next that waits may be tried again, as soon as nothing is being sent. */
async function runToTheEnd(storage: Storage, clock: { now: number }): Promise<void> {
  await until(
    'everything is sent or given up',
    async () => {
      const next = await storage.read((database) =>
        database
          .selectFrom('outbox')
          .select(({ fn }) => [fn.min('due').as('due'), fn.max('claimed_until').as('claimed')])
          .where('state', '=', 'pending')
          .executeTakeFirstOrThrow(),
      );
      if (next.claimed === 0 && next.due > clock.now) clock.now = next.due + 30_000;
      return isOver(storage);
    },
    200_000,
  );
}

const faults: MailBehaviour[] = [
  'defer',
  'unknown',
  'refuse',
  'drop-at-once',
  'drop-in-data',
  'drop-after-data',
  'stall',
];

/** RUNS=1000 for a long search, which takes a minute. */
const wantedFaults = Number(process.env['RUNS'] ?? 150);

describeOnBoth('the outbox', (newPlace) => {
  it(`loses nothing and sends nothing twice over ${wantedFaults} faults of the mail server`, async (t) => {
    let count = 0;
    const met = new Map<MailBehaviour, number>();
    // Some letters meet no fault and some meet several; the server takes the rest in the end.
    const mail = await startMailServer(t, () => {
      if (count >= wantedFaults || Math.random() < 0.4) return 'take';
      count += 1;
      // Silence costs the test time.
      const fault = faults[count % 50 === 0 ? 6 : count % 6] ?? 'defer';
      met.set(fault, (met.get(fault) ?? 0) + 1);
      return fault;
    });
    const storage = await open(t, await newPlace(t));
    // A letter meets 1.5 faults on average: with as many letters as faults, all faults are met.
    const letters = wantedFaults;
    // With a message, so that an unknown recipient is no reason to give up.
    await storage.write(async (database) => {
      for (let number = 0; number < letters; number += 1)
        await addLetter(database, {
          event: `letter:${number}`,
          letter: letterTo(`to-${number}@example.com`),
          messageId: 1,
          isSent: true,
        });
    });
    const { clock } = deliver(t, storage, { server: mail, timeouts: hasty });
    await runToTheEnd(storage, clock);
    t.diagnostic(
      `${letters} letters, ${mail.attempts()} attempts: ${[...met].map(([name, times]) => `${name} ${times}`).join(', ')}`,
    );
    assert.equal(count, wantedFaults);
    assert.deepEqual([...met.keys()].sort(), faults.toSorted());
    assert.deepEqual([...new Set(await statesOf(storage))], ['sent']);
    const identities = new Map<string, number>();
    for (const { to } of mail.taken) identities.set(to, (identities.get(to) ?? 0) + 1);
    assert.equal(identities.size, letters);
    assert.deepEqual(
      [...identities].filter(([, times]) => times !== 1),
      [],
    );
    // What was dropped before the server confirmed it comes again with the same Message-ID.
    const confirmed = new Map(mail.taken.map(({ to, messageId }) => [to, messageId]));
    assert.equal(mail.unconfirmed.length, met.get('drop-after-data'));
    for (const { to, messageId } of mail.unconfirmed) assert.equal(messageId, confirmed.get(to));
  });

  it('is sent once where two processes send it', async (t) => {
    const mail = await startMailServer(t);
    const place = await newPlace(t);
    const storages = [await open(t, place), await open(t, place)] as const;
    for (const storage of storages) deliver(t, storage, { server: mail });
    await Promise.all(
      Array.from({ length: 60 }, (_, number) =>
        add(storages[0], `letter:${number}`, letterTo(`to-${number}@example.com`), 0),
      ),
    );
    await until('everything is sent', () => isOver(storages[0]));
    assert.equal(mail.taken.length, 60);
    assert.equal(new Set(mail.taken.map(({ to }) => to)).size, 60);
  });

  it('of a process that ended in the middle of an attempt is sent by another one when its claim is over', async (t) => {
    const place = await newPlace(t);
    const storage = await open(t, place);
    await add(storage, 'letter:1', letterTo('olha@example.com'));
    let isTried = false;
    const { clock } = deliver(t, storage, {
      sendLetter: () => {
        isTried = true;
        return new Promise(() => undefined);
      },
    });
    await until('it is tried', () => isTried);
    const mail = await startMailServer(t);
    deliver(t, storage, { server: mail, clock });
    clock.now += claimMs - 1000;
    await add(storage, 'letter:2', letterTo('other@example.com'), clock.now);
    await until('the other letter is sent', () => mail.taken.length === 1);
    assert.equal(mail.taken[0]?.to, 'other@example.com');
    clock.now += 2000;
    await until('the first one is sent', () => mail.taken.length === 2);
  });

  it('is tried again within 30 s, then ever later, and given up after three days', async (t) => {
    assert.ok((retryDelaysMs[0] ?? Infinity) <= 30_000);
    assert.deepEqual(
      retryDelaysMs,
      retryDelaysMs.toSorted((one, other) => one - other),
    );
    const storage = await open(t, await newPlace(t));
    const mail = await startMailServer(t, () => 'defer');
    const { clock, logged, counts } = deliver(t, storage, { server: mail });
    const start = clock.now;
    await add(storage, 'letter:1', letterTo('olha@example.com'), start);
    await until('it is tried', () => logged.length > 0);
    clock.now += 29_000;
    await until('it is tried again', () => logged.length > 1);
    await until('it is counted', () => counts()?.oldestSeconds === 29);
    assert.deepEqual(counts(), { pending: 1, failed: 0, oldestSeconds: 29 });
    await runToTheEnd(storage, clock);
    assert.deepEqual(await statesOf(storage), ['failed']);
    const passed = clock.now - start;
    assert.ok(passed > giveUpMs - 7 * 3_600_000 && passed <= giveUpMs, `${passed / 3_600_000} hours`);
    assert.equal(logged.at(-1), 'error: something in the outbox is given up');
    const { error } = await storage.read((database) =>
      database.selectFrom('outbox').select('error').executeTakeFirstOrThrow(),
    );
    assert.match(error ?? '', /451/);
    assert.deepEqual(await storage.read((database) => countOutbox(database, clock.now)), {
      pending: 0,
      failed: 1,
      oldestSeconds: 0,
    });
  });

  it('gives up a confirmation at once where there is no such recipient', async (t) => {
    const storage = await open(t, await newPlace(t));
    const mail = await startMailServer(t, () => 'unknown');
    deliver(t, storage, { server: mail });
    await add(storage, 'letter:1', letterTo('nobody@example.com'), 0);
    await until('it is given up', () => isOver(storage));
    assert.deepEqual(await statesOf(storage), ['failed']);
    assert.equal(mail.attempts(), 1);
  });

  it('holds one letter about one event', async (t) => {
    const storage = await open(t, await newPlace(t));
    await add(storage, 'letter:1', letterTo('olha@example.com'));
    await assert.rejects(add(storage, 'letter:1', letterTo('olha@example.com')), /unique/i);
  });

  it('calls the receiver with a signature that Standard Webhooks accepts, and again until it answers 2xx', async (t) => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const received: unknown[] = [];
    const identities: unknown[] = [];
    const receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        identities.push(request.headers['webhook-id']);
        const body = Buffer.concat(parts).toString();
        received.push(new Webhook(secret).verify(body, request.headers as Record<string, string>));
        const status = [500, 302, 204][received.length - 1] ?? 204;
        response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {}).end();
      });
    });
    const storage = await open(t, await newPlace(t));
    const clock = { now: Date.now() };
    const delivery = startDelivery({
      storage,
      sendLetter: null,
      sendCall: createSendCall({ url: `${await listen(t, receiver)}/hook`, secret }),
      sendRefund: () => Promise.reject(new Error('nothing is returned here')),
      writeLog: () => undefined,
      now: () => clock.now,
      pollMs: 5,
    });
    t.after(() => delivery.close());
    const call = { type: 'message.created' as const, timestamp: '2026-03-01T10:00:00.000Z', data: { id: 7 } };
    await storage.write((database) => addCall(database, 'message:7:call', call));
    await runToTheEnd(storage, clock);
    assert.deepEqual(received, [call, call, call]);
    assert.equal(new Set(identities).size, 1);
  });
});
