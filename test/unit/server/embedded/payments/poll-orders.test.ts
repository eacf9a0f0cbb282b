import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { createMonobank, MonobankError } from '#server/embedded/payments/monobank.ts';
import { applyReport, findOrder } from '#server/embedded/payments/orders.ts';
import { findStates } from '#server/embedded/payments/state-history.ts';
import { countOpenOrders } from '#server/embedded/payments/poll-orders.ts';
import type { Storage } from '#server/embedded/storage/storage.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { fakeMonobank, type FakeMonobank } from '../../../../support/fake-monobank.ts';
import { addBankOrder, fulfilAt, invoiceFor, pollBank } from '../../../../support/orders.ts';
import { until } from '../../../../support/until.ts';

const hourMs = 3_600_000;

function watch(t: TestContext, storage: Storage, bank: FakeMonobank, now: () => number) {
  const logged: string[] = [];
  pollBank(t, {
    storage,
    monobank: createMonobank(bank),
    writeLog: (level, fields, text) => logged.push(`${level}: ${text} ${JSON.stringify(fields)}`),
    now,
  });
  return logged;
}

/**
 * Polls orders of a bank that does not answer. Returns how many requests it has had at each count of the orders, which
 * is made at the start of a poll and after each batch.
 */
function pollWithoutAnswers(t: TestContext, storage: Storage, now: () => number, onRequest: (count: number) => void) {
  let requests = 0;
  const requestsAtCounts: number[] = [];
  const polling = pollBank(t, {
    storage,
    monobank: {
      readStatus() {
        requests += 1;
        onRequest(requests);
        // A poll that does not end would stop the test runner, too.
        if (requests === 20) void polling.close();
        return Promise.reject(new MonobankError('no answer'));
      },
    },
    onCounts: () => requestsAtCounts.push(requests),
    now,
  });
  return requestsAtCounts;
}

const orderOf = (storage: Storage, id: string) => storage.read((database) => findOrder(database, id));
const orderStateOf = async (storage: Storage, id: string) => (await orderOf(storage, id))?.status;

const newBankInvoice = (bank: FakeMonobank, machine: string) =>
  createMonobank(bank).createInvoice('some-order', invoiceFor(machine));

/** A bank with the invoice of one order. */
async function bankOrder(t: TestContext, storage: Storage) {
  const bank = await fakeMonobank(t);
  const { invoiceId } = await newBankInvoice(bank, 'M1');
  return { bank, invoiceId, id: await addBankOrder(storage, { machine: 'M1', invoiceId }) };
}

/** An order whose payment the bank has refused, and whose invoice has expired since. */
async function refusedOrder(t: TestContext, storage: Storage) {
  const { bank, invoiceId, id } = await bankOrder(t, storage);
  bank.report(invoiceId, 'failure');
  let now = Date.now();
  watch(t, storage, bank, () => now);
  const asked = () => bank.calls.filter((path) => path.endsWith('/status')).length;
  await until('it is refused', async () => (await orderStateOf(storage, id)) === 'failure');
  now += hourMs + 60_000;
  await until('its state is requested for the last time', () => asked() === 2);
  // A report that comes before this leaves the time of the next request as it is, a minute later.
  await until('the requests have ended', async () => (await orderOf(storage, id))?.ask_at === null);
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
    const { bank, invoiceId, id } = await bankOrder(t, storage);
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
    now += 23 * hourMs;
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
    const { bank, invoiceId, id } = await bankOrder(t, storage);
    let now = Date.now();
    watch(t, storage, bank, () => now);
    bank.report(invoiceId, 'failure');
    await until('it is refused', async () => (await orderStateOf(storage, id)) === 'failure');
    bank.report(invoiceId, 'success', new Date(Date.now() + 1000).toISOString());
    now += 11_000;
    await until('it is paid', async () => (await orderStateOf(storage, id)) === 'success');
  });

  for (const [how, stepMs] of [
    ['back', -hourMs],
    ['forward', 3 * hourMs],
  ] as const) {
    it(`are requested once in a poll, although the clock is set ${how} meanwhile`, async (t) => {
      const storage = await openTestStorage(t, await newPlace(t));
      const start = Date.now();
      // A poll claims five orders at once, so the sixth is claimed after the clock has changed.
      for (let number = 0; number < 6; number += 1)
        await addBankOrder(storage, { machine: `M${number}`, invoiceId: `p2_${number}`, now: new Date(start) });
      let now = start + 60_000;
      const requestsAtCounts = pollWithoutAnswers(
        t,
        storage,
        () => now,
        (count) => {
          if (count === 1) now += stepMs;
        },
      );
      await until('another poll has begun', () => requestsAtCounts.length >= 4);
      assert.deepEqual(requestsAtCounts.slice(0, 4), [0, 5, 6, 6]);
    });
  }

  it('that were refused are not requested any more after their invoices have expired', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const { id } = await refusedOrder(t, storage);
    assert.equal(await orderStateOf(storage, id), 'failure');
  });

  it('that were refused and are paid after all are requested again', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const { id, bank, invoiceId, watchUntil } = await refusedOrder(t, storage);
    const modifiedDate = new Date(Date.now() + 1000).toISOString();
    const report = { invoiceId, status: 'processing', modifiedDate } as const;
    await storage.write((database) => applyReport(database, 'monobank', report, fulfilAt()));
    bank.report(invoiceId, 'success', new Date(Date.now() + 2000).toISOString());
    await watchUntil(async () => (await orderStateOf(storage, id)) === 'success');
  });

  it('are requested once a poll, and counted after each batch, while the bank does not answer', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    for (const machine of ['M1', 'M2', 'M3']) await addBankOrder(storage, { machine, invoiceId: machine });
    let now = Date.now() + 60_000;
    const requestsAtCounts = pollWithoutAnswers(
      t,
      storage,
      () => now,
      () => {
        // This is longer than the interval between two status requests for a new order.
        now += 11_000;
      },
    );
    await until('they were counted', () => requestsAtCounts.length >= 4);
    assert.deepEqual(requestsAtCounts.slice(0, 4), [0, 3, 3, 6]);
  });

  it('are counted, with the age of the oldest', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const now = Date.now();
    const count = () => storage.read((database) => countOpenOrders(database, now));
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
    const { bank, invoiceId, id } = await bankOrder(t, storage);
    bank.report(invoiceId, 'expired');
    watch(t, storage, bank, Date.now);
    await until('it has expired', async () => (await orderStateOf(storage, id)) === 'expired');
  });

  it('are requested again when the bank does not answer', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const { bank, invoiceId, id } = await bankOrder(t, storage);
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
      entries.flatMap(({ state, reported }) => [state, reported]),
      ['created', null, 'expired', null],
    );
  });
});
