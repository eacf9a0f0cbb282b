import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { queueRefund, findRefund } from '#server/embedded/desk/refunds.ts';
import { startDelivery } from '#server/embedded/outbox/delivery.ts';
import { createMonobank } from '#server/embedded/payments/monobank.ts';
import { addOrder, applyReport, findOrder } from '#server/embedded/payments/orders.ts';
import { createSendRefund } from '#server/embedded/payments/refund.ts';
import { pollOrders } from '#server/embedded/payments/poll-orders.ts';
import type { DatabasePlace, Storage } from '#server/embedded/storage/storage.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { fakeMonobank, type FakeMonobank } from '../../../../support/fake-monobank.ts';
import { addBankOrder, invoiceFor, fulfilAt } from '../../../../support/orders.ts';
import { until } from '../../../../support/until.ts';

const dayMs = 24 * 3_600_000;
const cancelPath = '/api/merchant/invoice/cancel';

interface Clock {
  now: number;
}

/** Starts a process that sends the outbox and polls open orders. */
function runBackend(t: TestContext, storage: Storage, bank: FakeMonobank | null, clock: Clock) {
  const now = () => clock.now;
  const fulfil = fulfilAt(() => new Date(now()));
  const monobank = bank && createMonobank(bank);
  const common = { storage, fulfil, now, pollMs: 5, writeLog: () => undefined, wakeDelivery: () => undefined };
  const sendRefund = createSendRefund({ storage, monobank, fulfil, now });
  const delivery = startDelivery({ ...common, sendEmail: null, sendNotification: () => Promise.resolve(), sendRefund });
  t.after(() => delivery.close());
  const watching = pollOrders({ ...common, monobank });
  t.after(() => watching.close());
  return delivery;
}

const readOrder = (storage: Storage, id: string) => storage.read((database) => findOrder(database, id));
const readRefund = (storage: Storage, id: string) => storage.read((database) => findRefund(database, id));
const request = (storage: Storage, id: string, now: number) =>
  storage.write((database) => queueRefund(database, id, { who: 'marta@obrii.example', now }));

/** Adds an order that the bank has confirmed, with its licence. */
async function addPaidOrder(storage: Storage, bank: FakeMonobank, now: number): Promise<{ id: string; name: string }> {
  const { invoiceId: name } = await createMonobank(bank).createInvoice('x', invoiceFor('M1'));
  const id = await addBankOrder(storage, { machine: 'M1', invoiceId: name, now: new Date(now - 5 * dayMs) });
  bank.report(name, 'success', new Date(now - 5 * dayMs).toISOString());
  const report = await createMonobank(bank).readStatus(name);
  await storage.write((database) => applyReport(database, 'monobank', report, fulfilAt(), new Date(now - 5 * dayMs)));
  return { id, name };
}

/** A storage with a paid order, and its bank. */
async function openPaid(t: TestContext, place: DatabasePlace) {
  const storage = await openTestStorage(t, place);
  const bank = await fakeMonobank(t);
  const clock = { now: Date.now() };
  return { storage, bank, clock, ...(await addPaidOrder(storage, bank, clock.now)) };
}

const cancelsOf = (bank: FakeMonobank) => bank.calls.filter((path) => path === cancelPath).length;

describeOnBoth('the refund of a payment', (newPlace) => {
  it('is requested once for any number of requests and processes, and is complete when the bank reports it', async (t) => {
    const place = await newPlace(t);
    const storages = [await openTestStorage(t, place), await openTestStorage(t, place)] as const;
    const [storage] = storages;
    const bank = await fakeMonobank(t);
    const clock = { now: Date.now() };
    const { id, name } = await addPaidOrder(storage, bank, clock.now);
    for (const each of storages) runBackend(t, each, bank, clock);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => request(storages[number % 2] ?? storage, id, clock.now)),
    );
    assert.equal(answers.filter((answer) => answer === 'requested').length, 1);
    assert.equal(answers.filter((answer) => answer === 'requestedBefore').length, 19);
    await until('the bank was asked', async () => (await readRefund(storage, id))?.state === 'sent');
    assert.deepEqual(bank.invoices.get(name)?.cancelList, [{ status: 'processing', extRef: id }]);
    const asked = await readOrder(storage, id);
    assert.equal(asked?.status, 'success', 'nothing is refunded before the bank says so');
    // No report is sent, so the bank must be polled.
    bank.report(name, 'reversed', new Date(clock.now + 1000).toISOString());
    clock.now += 20_000;
    await until('it is refunded', async () => (await readOrder(storage, id))?.status === 'reversed');
    assert.equal((await readOrder(storage, id))?.ask_at, null);
    assert.equal(await request(storage, id, clock.now), 'unpaid');
    assert.equal(cancelsOf(bank), 1);
    const { licences, emails, entries } = await storage.read(async (database) => ({
      licences: await database.selectFrom('licences').select(['order_id', 'revoked']).execute(),
      emails: await database.selectFrom('outbox').select('event').where('event', 'like', '%:returned').execute(),
      entries: await database.selectFrom('desk_acts').select(['who', 'act', 'subject']).execute(),
    }));
    assert.equal(licences.length, 1);
    assert.ok(licences[0]?.revoked);
    assert.equal(emails.length, 1);
    assert.deepEqual(entries, [{ who: 'marta@obrii.example', act: 'refund-asked', subject: id }]);
  });

  it('is not requested again when the response of the bank was lost', async (t) => {
    const { storage, bank, clock, id, name } = await openPaid(t, await newPlace(t));
    bank.intercept = (path) => {
      if (path !== cancelPath) return null;
      bank.invoices.get(name)?.cancelList.push({ status: 'processing', extRef: id });
      return { status: 504, body: 'gateway timeout' };
    };
    runBackend(t, storage, bank, clock);
    assert.equal(await request(storage, id, clock.now), 'requested');
    await until('an attempt has failed', async () => (await readRefund(storage, id))?.error?.includes('504') ?? false);
    bank.intercept = null;
    clock.now += 60_000;
    await until('the bank is known to be asked', async () => (await readRefund(storage, id))?.state === 'sent');
    assert.equal(cancelsOf(bank), 1);
    // A second request after a day does not cause a second refund.
    assert.equal(await request(storage, id, clock.now), 'requestedBefore');
    clock.now += dayMs;
    assert.equal(await request(storage, id, clock.now), 'requested');
    await until('it was looked at again', async () => (await readRefund(storage, id))?.state === 'sent');
    assert.equal(cancelsOf(bank), 1);
  });

  it('is requested after a refund of a part in the bank’s cabinet, and shows what the bank answers', async (t) => {
    const { storage, bank, clock, id, name } = await openPaid(t, await newPlace(t));
    bank.invoices.get(name)?.cancelList.push({ status: 'success', extRef: 'by hand' });
    bank.intercept = (path) => (path === cancelPath ? { status: 400, body: { errText: 'too much' } } : null);
    runBackend(t, storage, bank, clock);
    await request(storage, id, clock.now);
    await until('it has failed', async () => (await readRefund(storage, id))?.state === 'failed');
    assert.match((await readRefund(storage, id))?.error ?? '', /too much/);
  });

  it('waits for a refund of a part that is in progress, and is requested after it', async (t) => {
    const { storage, bank, clock, id, name } = await openPaid(t, await newPlace(t));
    const invoice = bank.invoices.get(name);
    invoice?.cancelList.push({ status: 'processing', extRef: 'by hand' });
    runBackend(t, storage, bank, clock);
    await request(storage, id, clock.now);
    await until('it waits', async () => (await readRefund(storage, id))?.error?.includes('another refund') ?? false);
    assert.equal((await readRefund(storage, id))?.state, 'pending');
    assert.equal(cancelsOf(bank), 0);
    invoice?.cancelList.splice(0, 1, { status: 'success', extRef: 'by hand' });
    clock.now += 60_000;
    await until('the bank was asked', async () => (await readRefund(storage, id))?.state === 'sent');
    assert.equal(cancelsOf(bank), 1);
  });

  it('that the bank declines leaves the order paid, and can be requested again', async (t) => {
    const { storage, bank, clock, id } = await openPaid(t, await newPlace(t));
    bank.intercept = (path) => (path === cancelPath ? { status: 400, body: { errText: 'not enough money' } } : null);
    runBackend(t, storage, bank, clock);
    await request(storage, id, clock.now);
    await until('it has failed', async () => (await readRefund(storage, id))?.state === 'failed');
    assert.match((await readRefund(storage, id))?.error ?? '', /400: .*not enough money/);
    assert.equal((await readOrder(storage, id))?.status, 'success');
    bank.intercept = (path) => (path === cancelPath ? { status: 200, body: { status: 'failure' } } : null);
    assert.equal(await request(storage, id, clock.now), 'requested');
    await until('it has failed again', async () => (await readRefund(storage, id))?.state === 'failed');
    bank.intercept = null;
    assert.equal(await request(storage, id, clock.now), 'requested');
    await until('the bank has taken it', async () => (await readRefund(storage, id))?.state === 'sent');
  });

  it('waits until the token of the bank is set, and is not polled for ever', async (t) => {
    const { storage, bank, clock, id } = await openPaid(t, await newPlace(t));
    const withoutAccess = runBackend(t, storage, null, clock);
    await request(storage, id, clock.now);
    await until('it could not be asked', async () => (await readRefund(storage, id))?.error !== null);
    assert.match((await readRefund(storage, id))?.error ?? '', /MONOBANK_TOKEN is not set/);
    assert.equal((await readRefund(storage, id))?.state, 'pending');
    await withoutAccess.close();
    runBackend(t, storage, bank, clock);
    clock.now += 60_000;
    await until('the bank was asked', async () => (await readRefund(storage, id))?.state === 'sent');
    clock.now += 40 * dayMs;
    await until('nobody asks any more', async () => (await readOrder(storage, id))?.ask_at === null);
    assert.equal((await readOrder(storage, id))?.status, 'success');
  });

  it('is requested if the bank sends null in place of what it does not know', async (t) => {
    const { storage, bank, clock, id, name } = await openPaid(t, await newPlace(t));
    const nothing = { failureReason: null, reference: null, cancelList: null };
    bank.intercept = (path) =>
      path.endsWith('/status') ? { status: 200, body: { ...bank.invoices.get(name), ...nothing } } : null;
    runBackend(t, storage, bank, clock);
    await request(storage, id, clock.now);
    await until('it was requested', async () => (await readRefund(storage, id))?.attempts === 1);
    await until('the attempt has ended', async () => (await readRefund(storage, id))?.claimed_until === 0);
    assert.equal((await readRefund(storage, id))?.error, null);
    assert.equal(cancelsOf(bank), 1);
  });

  it('is simulated in the sandbox, and refused for an unpaid order', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const clock = { now: Date.now() };
    const id = await storage.write((database) =>
      addOrder(database, invoiceFor('M2'), { provider: 'sandbox', language: 'ua' }),
    );
    assert.equal(await request(storage, id, clock.now), 'unpaid');
    assert.equal(await request(storage, 'nobody-knows', clock.now), 'missing');
    const modifiedDate = new Date(clock.now).toISOString();
    const report = { invoiceId: id, status: 'success', modifiedDate } as const;
    await storage.write((database) => applyReport(database, 'sandbox', report, fulfilAt()));
    runBackend(t, storage, null, clock);
    assert.equal(await request(storage, id, clock.now), 'requested');
    await until('it is refunded', async () => (await readOrder(storage, id))?.status === 'reversed');
  });
});
