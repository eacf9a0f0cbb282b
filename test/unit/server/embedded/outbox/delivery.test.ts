import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { startDelivery } from '#server/embedded/outbox/delivery.ts';
import { addRefund, claimMs, countOutbox, giveUpMs, retryDelaysMs } from '#server/embedded/outbox/outbox.ts';
import { createSignInEvent, signInLinkMs } from '#server/embedded/outbox/sign-in-link.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { startMailServer } from '../../../../support/mail-server.ts';
import { addTestEmail, deliver, isOver, emailTo, runToTheEnd, statesOf } from '../../../../support/outbox.ts';
import { until } from '../../../../support/until.ts';

describeOnBoth('the outbox', (newPlace) => {
  it('is sent once when two processes send it', async (t) => {
    const mail = await startMailServer(t);
    const place = await newPlace(t);
    const storages = [await openTestStorage(t, place), await openTestStorage(t, place)] as const;
    for (const storage of storages) deliver(t, storage, { server: mail });
    // Sixty writes at once may wait longer for each other than a write may wait.
    for (let batch = 0; batch < 60; batch += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, number) =>
          addTestEmail(storages[0], `email:${batch + number}`, emailTo(`to-${batch + number}@example.com`), 0),
        ),
      );
    await until('everything is sent', () => isOver(storages[0]));
    assert.equal(mail.taken.length, 60);
    assert.equal(new Set(mail.taken.map(({ to }) => to)).size, 60);
  });

  it('of a process that ended during an attempt is sent by another process when the claim has expired', async (t) => {
    const place = await newPlace(t);
    const storage = await openTestStorage(t, place);
    await addTestEmail(storage, 'email:1', emailTo('olha@example.com'));
    let isTried = false;
    const { clock } = deliver(t, storage, {
      sendEmail: () => {
        isTried = true;
        return new Promise(() => undefined);
      },
    });
    await until('it is tried', () => isTried);
    const mail = await startMailServer(t);
    deliver(t, storage, { server: mail, clock });
    clock.now += claimMs - 1000;
    await addTestEmail(storage, 'email:2', emailTo('other@example.com'), clock.now);
    await until('the other e-mail is sent', () => mail.taken.length === 1);
    assert.equal(mail.taken[0]?.to, 'other@example.com');
    clock.now += 2000;
    await until('the first one is sent', () => mail.taken.length === 2);
  });

  it('is retried within 30 s, then after growing delays, and fails after three days', async (t) => {
    assert.ok((retryDelaysMs[0] ?? Infinity) <= 30_000);
    assert.deepEqual(
      retryDelaysMs,
      retryDelaysMs.toSorted((one, other) => one - other),
    );
    const storage = await openTestStorage(t, await newPlace(t));
    const mail = await startMailServer(t, () => 'defer');
    const { clock, logged, counts } = deliver(t, storage, { server: mail });
    const start = clock.now;
    await addTestEmail(storage, 'email:1', emailTo('olha@example.com'), start);
    await until('it is tried', () => logged.length > 0);
    clock.now += 29_000;
    await until('it is tried again', () => logged.length > 1);
    await until('it is counted', () => counts()?.oldestSeconds === 29);
    assert.deepEqual(counts(), { pending: 1, failed: 0, oldestSeconds: 29 });
    await runToTheEnd(storage, clock);
    assert.deepEqual(await statesOf(storage), ['failed']);
    const passed = clock.now - start;
    assert.ok(passed > giveUpMs - 7 * 3_600_000 && passed <= giveUpMs, `${passed / 3_600_000} hours`);
    assert.equal(logged.at(-1), 'error: an entry of the outbox failed');
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

  it('is logged without the address in the refusal of a mail server, which is stored as it came', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const refusal = '550 5.1.1 <olha@example.com>: Recipient address rejected';
    const { logged, reasons } = deliver(t, storage, { sendEmail: () => Promise.reject(new Error(refusal)) });
    await addTestEmail(storage, 'email:1', emailTo('olha@example.com'));
    await until('it is tried', () => logged.length > 0);
    assert.deepEqual(reasons, ['550 5.1.1 <[email]>: Recipient address rejected']);
    const rows = await storage.read((database) => database.selectFrom('outbox').select('error').execute());
    assert.deepEqual(rows, [{ error: refusal }]);
  });

  it('is sent at once when the clock that was ahead has been corrected', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const start = Date.now();
    const twoDaysMs = 48 * 3_600_000;
    let isUp = false;
    const sent: string[] = [];
    const { clock, logged } = deliver(t, storage, {
      clock: { now: start + twoDaysMs },
      sendEmail: ({ to }) => {
        if (!isUp) return Promise.reject(new Error('the mail server does not answer'));
        sent.push(to);
        return Promise.resolve();
      },
    });
    await addTestEmail(storage, 'email:1', emailTo('retried@example.com'), clock.now);
    await until('it has failed', () => logged.length > 0);
    isUp = true;
    clock.now = start;
    await until('the e-mail that had failed is sent', () => sent.length === 1);
    await addTestEmail(storage, 'email:2', emailTo('new@example.com'), start + twoDaysMs);
    await until('the e-mail of the wrong time is sent', () => sent.length === 2);
    assert.deepEqual(sent, ['retried@example.com', 'new@example.com']);
  });

  it('is retried for hours when the clock was behind', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const { logged } = deliver(t, storage, {
      sendEmail: () => Promise.reject(new Error('the mail server does not answer')),
    });
    await addTestEmail(storage, 'email:1', emailTo('olha@example.com'), 0);
    await until('it is tried', () => logged.length > 0);
    assert.deepEqual(logged, ['warn: an entry of the outbox is tried again later']);
    assert.deepEqual(await statesOf(storage), ['pending']);
  });

  it('deletes a link to sign in that has expired instead of sending it', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const sent: string[] = [];
    let isUp = false;
    const { clock, logged } = deliver(t, storage, {
      sendEmail: ({ to }) => {
        if (!isUp) return Promise.reject(new Error('the mail server does not answer'));
        sent.push(to);
        return Promise.resolve();
      },
    });
    await addTestEmail(storage, createSignInEvent(), emailTo('staff@example.com'), clock.now);
    await until('it is tried', () => logged.length > 0);
    isUp = true;
    clock.now += signInLinkMs;
    await addTestEmail(storage, 'email:1', emailTo('olha@example.com'), clock.now);
    await until('everything is sent or gone', () => isOver(storage));
    assert.deepEqual(sent, ['olha@example.com']);
    assert.deepEqual(await statesOf(storage), ['sent']);
  });

  it('sends a new e-mail before those that have failed', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    for (let number = 0; number < 7; number += 1)
      await addTestEmail(storage, `email:${number}`, emailTo(`old-${number}@example.com`), 0);
    const clock = { now: 1000 };
    let tried: string[] = [];
    const sendEmail = ({ to }: { to: string }) => {
      tried.push(to);
      return Promise.reject(new Error('the mail server does not answer'));
    };
    const { delivery, counted } = deliver(t, storage, { sendEmail, clock });
    await until('all have failed', () => tried.length === 7 && counted().length >= 3);
    assert.equal(counted()[0]?.pending, 7);
    tried = [];
    await addTestEmail(storage, 'link', emailTo('new@example.com'), clock.now + 20_000);
    clock.now += 20_000;
    delivery.wake();
    await until('all are tried again', () => tried.length === 8);
    assert.ok(tried.slice(0, 5).includes('new@example.com'), tried.join());
  });

  it('is counted after each batch, while the next one waits for the mail server', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    for (let number = 0; number < 7; number += 1)
      await addTestEmail(storage, `email:${number}`, emailTo(`to-${number}@example.com`), 0);
    const waiting = Promise.withResolvers<void>();
    let attempts = 0;
    const sendEmail = () => {
      attempts += 1;
      return attempts > 5 ? waiting.promise : Promise.reject(new Error('the mail server does not answer'));
    };
    const { counts } = deliver(t, storage, { sendEmail, clock: { now: 1000 } });
    await until('the second batch has begun', () => attempts === 7);
    assert.equal(counts()?.pending, 7);
    waiting.resolve();
    await until('the second batch is counted', () => counts()?.pending === 5);
  });

  it('sends an e-mail that the previous release has stored as a letter', async (t) => {
    const mail = await startMailServer(t);
    const storage = await openTestStorage(t, await newPlace(t));
    await addTestEmail(storage, 'letter', emailTo('one@example.com'));
    await storage.write((database) => sql`UPDATE outbox SET kind = 'letter'`.execute(database));
    deliver(t, storage, { server: mail });
    await until('it is sent', () => mail.taken.length === 1);
  });

  it('sends refunds while e-mails wait for a mail server that does not answer', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const refunded: string[] = [];
    let isTried = false;
    const delivery = startDelivery({
      storage,
      sendEmail() {
        isTried = true;
        return new Promise(() => undefined);
      },
      sendNotification: null,
      sendRefund: (order) => Promise.resolve(void refunded.push(order)),
      writeLog: () => undefined,
      pollMs: 5,
    });
    t.after(() => delivery.close());
    await addTestEmail(storage, 'hangs', emailTo('one@example.com'));
    await until('the e-mail waits', () => isTried);
    await storage.write((database) => addRefund(database, { order: 'order-1' }, Date.now()));
    await until('the refund is sent', () => refunded.length > 0);
    assert.deepEqual(refunded, ['order-1']);
  });

  it('does not retry a confirmation whose recipient does not exist', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const mail = await startMailServer(t, () => 'unknown');
    deliver(t, storage, { server: mail });
    await addTestEmail(storage, 'email:1', emailTo('nobody@example.com'), 0);
    await until('it has failed', () => isOver(storage));
    assert.deepEqual(await statesOf(storage), ['failed']);
    assert.equal(mail.attempts(), 1);
  });

  it('retries an e-mail that a rule of the mail server refuses, for as long as one that it defers', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    let isForbidden = true;
    const mail = await startMailServer(t, () => (isForbidden ? 'forbid' : 'take'));
    const { clock, logged } = deliver(t, storage, { server: mail });
    await addTestEmail(storage, 'licence:1', emailTo('olha@example.com'), clock.now);
    await until('it is tried', () => logged.length > 0);
    assert.deepEqual(logged, ['warn: an entry of the outbox is tried again later']);
    isForbidden = false;
    await runToTheEnd(storage, clock);
    assert.deepEqual(await statesOf(storage), ['sent']);
  });

  it('stores one e-mail about one event', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await addTestEmail(storage, 'email:1', emailTo('olha@example.com'));
    await assert.rejects(addTestEmail(storage, 'email:1', emailTo('olha@example.com')), /unique/i);
  });
});
