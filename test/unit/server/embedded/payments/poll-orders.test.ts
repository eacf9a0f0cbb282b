import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { createMonobank, MonobankError } from '#server/embedded/payments/monobank.ts';
import { addOrder, applyReport, findOrder, ensureCurrentOrder } from '#server/embedded/payments/orders.ts';
import { findStates } from '#server/embedded/payments/state-history.ts';
import { countUnpaidOrders, pollOrders } from '#server/embedded/payments/poll-orders.ts';
import type { Storage } from '#server/embedded/storage/storage.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { fakeMonobank, type FakeMonobank } from '../../../../support/fake-monobank.ts';
import { addBankOrder, invoiceFor, fulfilAt } from '../../../../support/orders.ts';
import { until } from '../../../../support/until.ts';

const hourMs = 3_600_000;

function watch(t: TestContext, storage: Storage, bank: FakeMonobank, now: () => number) {
  const logged: string[] = [];
  const watching = pollOrders({
    storage,
    monobank: createMonobank(bank),
    fulfil: fulfilAt(() => new Date(now())),
    writeLog: (level, fields, text) => logged.push(`${level}: ${text} ${JSON.stringify(fields)}`),
    wakeDelivery: () => undefined,
    now,
    pollMs: 5,
  });
  t.after(() => watching.close());
  return logged;
}

const orderStateOf = async (storage: Storage, id: string) =>
  (await storage.read((database) => findOrder(database, id)))?.status;

const newBankInvoice = (bank: FakeMonobank, machine: string) =>
  createMonobank(bank).createInvoice('some-order', invoiceFor(machine));

/** An order whose payment the bank has refused, and whose invoice has expired since. */
async function refusedOrder(t: TestContext, storage: Storage) {
  const bank = await fakeMonobank(t);
  const { invoiceId } = await newBankInvoice(bank, 'M1');
  const id = await addBankOrder(storage, { machine: 'M1', invoiceId });
  bank.report(invoiceId, 'failure');
  let now = Date.now();
  watch(t, storage, bank, () => now);
  const asked = () => bank.calls.filter((path) => path.endsWith('/status')).length;
  await until('it is refused', async () => (await orderStateOf(storage, id)) === 'failure');
  now += hourMs + 60_000;
  await until('its state is requested for the last time', () => asked() === 2);
  return {
    id,
    bank,
    invoiceId,
    async watchUntil(isDone: () => Promise<boolean>) {
      now += 11_000;
      await until('it is done', isDone);
    },
  };
}

describeOnBoth('open orders', (newPlace) => {
  it('are requested from the bank until it has decided, because a report may be lost', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const bank = await fakeMonobank(t);
    const { invoiceId } = await newBankInvoice(bank, 'M1');
    const id = await addBankOrder(storage, { machine: 'M1', invoiceId });
    let now = Date.now();
    watch(t, storage, bank, () => now);
    const asked = () => bank.calls.filter((path) => path.endsWith('/status')).length;
    await until('the order was asked about', () => asked() === 1);
    bank.report(invoiceId, 'processing');
    now += 11_000;
    await until('it is processed', async () => (await orderStateOf(storage, id)) === 'processing');
    bank.report(invoiceId, 'success', new Date(Date.now() + 1000).toISOString());
    now += 11_000;
    await until('it is paid', async () => (await orderStateOf(storage, id)) === 'success');
    const before = asked();
    now += 24 * hourMs;
    const other = await newBankInvoice(bank, 'M2');
    await addBankOrder(storage, { machine: 'M2', invoiceId: other.invoiceId });
    await until('another order was asked about', () => asked() === before + 1);
    const licences = await storage.read((database) => database.selectFrom('licences').selectAll().execute());
    assert.deepEqual(
      licences.map(({ order_id }) => order_id),
      [id],
    );
  });

  it('are requested after a refusal until the invoice expires, because the buyer may try again', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const bank = await fakeMonobank(t);
    const { invoiceId } = await newBankInvoice(bank, 'M1');
    const id = await addBankOrder(storage, { machine: 'M1', invoiceId });
    let now = Date.now();
    watch(t, storage, bank, () => now);
    bank.report(invoiceId, 'failure');
    await until('it is refused', async () => (await orderStateOf(storage, id)) === 'failure');
    bank.report(invoiceId, 'success', new Date(Date.now() + 1000).toISOString());
    now += 11_000;
    await until('it is paid', async () => (await orderStateOf(storage, id)) === 'success');
  });

  it('are requested once in a poll, although the clock is set back meanwhile', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const bank = await fakeMonobank(t);
    // A poll claims five orders at once, so the sixth is claimed after the clock has changed.
    for (let number = 0; number < 6; number += 1) {
      const { invoiceId } = await newBankInvoice(bank, `M${number}`);
      await addBankOrder(storage, { machine: `M${number}`, invoiceId });
    }
    let now = Date.now();
    const asked = () => bank.calls.filter((path) => path.endsWith('/status')).length;
    bank.intercept = (path) => {
      if (path.endsWith('/status') && asked() === 1) now -= hourMs;
      return null;
    };
    watch(t, storage, bank, () => now);
    await until('all were asked about', () => asked() >= 6);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(asked(), 6);
  });

  it('that were refused are not requested any more after their invoices have expired', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const { id } = await refusedOrder(t, storage);
    const order = await storage.read((database) => findOrder(database, id));
    assert.equal(order?.ask_at, null);
  });

  it('that were refused and are paid after all are requested again', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const { id, bank, invoiceId, watchUntil } = await refusedOrder(t, storage);
    const report = {
      invoiceId,
      status: 'processing',
      modifiedDate: new Date(Date.now() + 1000).toISOString(),
    } as const;
    await storage.write((database) => applyReport(database, 'monobank', report, fulfilAt()));
    bank.report(invoiceId, 'success', new Date(Date.now() + 2000).toISOString());
    await watchUntil(async () => (await orderStateOf(storage, id)) === 'success');
  });

  it('are requested once a poll, and counted after each batch, while the bank does not answer', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    for (const machine of ['M1', 'M2', 'M3']) await addBankOrder(storage, { machine, invoiceId: machine });
    let now = Date.now() + 60_000;
    let requests = 0;
    const requestsAtCounts: number[] = [];
    const polling = pollOrders({
      storage,
      monobank: {
        readStatus() {
          requests += 1;
          // Longer than the interval of requests for new orders.
          now += 11_000;
          return Promise.reject(new MonobankError('no answer'));
        },
      },
      fulfil: fulfilAt(),
      writeLog: () => undefined,
      wakeDelivery: () => undefined,
      onCounts: () => requestsAtCounts.push(requests),
      now: () => now,
      pollMs: 5,
    });
    t.after(() => polling.close());
    await until('they were counted', () => requestsAtCounts.length >= 4);
    assert.deepEqual(requestsAtCounts.slice(0, 4), [0, 3, 3, 6]);
  });

  it('are counted, with the age of the oldest', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const now = Date.now();
    const count = () => storage.read((database) => countUnpaidOrders(database, now));
    assert.deepEqual(await count(), { open: 0, oldestSeconds: 0 });
    await addBankOrder(storage, { machine: 'M1', invoiceId: 'a', now: new Date(now - 5 * hourMs) });
    await addBankOrder(storage, { machine: 'M2', invoiceId: null, now: new Date(now - hourMs) });
    assert.deepEqual(await count(), { open: 2, oldestSeconds: 5 * 3600 });
    // An order without an invoice is not polled, and an order in a final state is not open.
    await addBankOrder(storage, { machine: 'M3', invoiceId: null, now: new Date(now - 9 * hourMs) });
    const report = { invoiceId: 'a', status: 'success', modifiedDate: new Date(now).toISOString() } as const;
    await storage.write((database) => applyReport(database, 'monobank', report, fulfilAt()));
    assert.deepEqual(await count(), { open: 1, oldestSeconds: 3600 });
  });

  it('expire when a request shows it, because the bank never reports that', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const bank = await fakeMonobank(t);
    const { invoiceId } = await newBankInvoice(bank, 'M1');
    const id = await addBankOrder(storage, { machine: 'M1', invoiceId });
    bank.report(invoiceId, 'expired');
    watch(t, storage, bank, Date.now);
    await until('it has expired', async () => (await orderStateOf(storage, id)) === 'expired');
  });

  it('are requested again when the bank does not answer', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const bank = await fakeMonobank(t);
    const { invoiceId } = await newBankInvoice(bank, 'M1');
    const id = await addBankOrder(storage, { machine: 'M1', invoiceId });
    bank.report(invoiceId, 'success');
    bank.intercept = () => ({ status: 503, body: 'down' });
    let now = Date.now();
    const logged = watch(t, storage, bank, () => now);
    await until('the failure is logged', () => logged.length > 0);
    assert.ok(logged[0]?.includes(invoiceId));
    assert.ok(!logged[0]?.includes(id), 'the id of the order gives access to its licence');
    assert.equal(await orderStateOf(storage, id), 'created');
    bank.intercept = null;
    now += 11_000;
    await until('it is paid', async () => (await orderStateOf(storage, id)) === 'success');
  });

  it('that the bank does not know expire after two hours', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const bank = await fakeMonobank(t);
    const id = await addBankOrder(storage, { machine: 'M1', invoiceId: null });
    const young = await addBankOrder(storage, { machine: 'M2', invoiceId: null, now: new Date(Date.now() + hourMs) });
    watch(t, storage, bank, () => Date.now() + 2 * hourMs + 60_000);
    await until('it has expired', async () => (await orderStateOf(storage, id)) === 'expired');
    assert.equal(await orderStateOf(storage, young), 'created');
    const entries = await storage.read((database) => findStates(database, [id]));
    assert.deepEqual(
      entries.map(({ state, reported }) => [state, reported]),
      [
        ['created', null],
        ['expired', null],
      ],
    );
  });
});

describeOnBoth('an order whose invoice can no longer be paid', (newPlace) => {
  it('is replaced by one other order, after any number of requests', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const start = new Date('2026-03-01T10:00:00Z');
    const id = await storage.write((database) =>
      addOrder(database, invoiceFor('M'), { provider: 'monobank', language: 'ua' }, start),
    );
    const open = (now: Date) => storage.write((database) => ensureCurrentOrder(database, id, now));
    assert.equal((await open(new Date(start.getTime() + hourMs / 2))).id, id);
    const later = new Date(start.getTime() + hourMs + 1);
    const followers = await Promise.all([open(later), open(later), open(later)]);
    assert.equal(new Set(followers.map((order) => order.id)).size, 1);
    const [follower] = followers;
    assert.notEqual(follower?.id, id);
    assert.deepEqual([follower?.follows, follower?.language, follower?.plan], [id, 'ua', 'yearly']);
    const next = await open(new Date(later.getTime() + hourMs + 1));
    assert.equal(next.follows, follower?.id);
  });
});
