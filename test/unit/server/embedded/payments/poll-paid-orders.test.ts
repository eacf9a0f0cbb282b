import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { createMonobank } from '#server/embedded/payments/monobank.ts';
import { applyReport, findOrder } from '#server/embedded/payments/orders.ts';
import { countOpenOrders } from '#server/embedded/payments/poll-orders.ts';
import type { DatabasePlace } from '#server/embedded/storage/storage.ts';
import { addPaidOrder, addBankOrder, fulfilAt, invoiceFor, pollBank } from '../../../../support/orders.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { fakeMonobank } from '../../../../support/fake-monobank.ts';
import { until } from '../../../../support/until.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Polls a bank that knows any number of orders. */
async function open(t: TestContext, place: DatabasePlace) {
  const storage = await openTestStorage(t, place);
  const bank = await fakeMonobank(t);
  const monobank = createMonobank(bank);
  const clock = { now: Date.now() };
  const requests: string[] = [];
  pollBank(t, {
    storage,
    monobank: {
      readStatus(invoiceId) {
        requests.push(invoiceId);
        return monobank.readStatus(invoiceId);
      },
    },
    now: () => clock.now,
  });
  const addOrder = async (machine: string) => {
    const { invoiceId } = await monobank.createInvoice('some-order', invoiceFor(machine));
    return { invoiceId, id: await addBankOrder(storage, { machine, invoiceId, now: new Date(clock.now) }) };
  };
  const readOrder = (id: string) => storage.read((database) => findOrder(database, id));
  async function addPaid(machine: string) {
    const order = await addOrder(machine);
    bank.report(order.invoiceId, 'success', new Date(clock.now).toISOString());
    await until('it is paid', async () => (await readOrder(order.id))?.status === 'success');
    return order;
  }
  /** Proves that no other order is due: a poll that begins later requests the states of all due orders. */
  async function waitForPoll(machine: string) {
    const { invoiceId } = await addOrder(machine);
    await until('a new order was requested', () => requests.includes(invoiceId));
  }
  const setNextPoll = (id: string, pollAt: number) =>
    storage.write((database) =>
      database.updateTable('invoices').set({ ask_at: pollAt }).where('id', '=', id).execute(),
    );
  const countOf = (invoiceId: string) => requests.filter((name) => name === invoiceId).length;
  return { storage, bank, clock, addOrder, addPaid, readOrder, waitForPoll, setNextPoll, countOf };
}

describeOnBoth('a paid order', (newPlace) => {
  it('is refunded within a day if the report of a refund in the merchant’s account was lost', async (t) => {
    const { storage, bank, clock, addPaid, readOrder } = await open(t, await newPlace(t));
    const { id, invoiceId } = await addPaid('M1');
    bank.report(invoiceId, 'reversed', new Date(clock.now + hourMs).toISOString());
    clock.now += dayMs;
    await until('it is refunded', async () => (await readOrder(id))?.status === 'reversed');
    assert.equal((await readOrder(id))?.ask_at, null);
    const [licence] = await storage.read((database) => database.selectFrom('licences').select('revoked').execute());
    assert.ok(licence?.revoked);
  });

  it('is requested once a day for 30 days, and does not count as open', async (t) => {
    const { storage, clock, addPaid, readOrder, waitForPoll, countOf } = await open(t, await newPlace(t));
    const { id, invoiceId } = await addPaid('M1');
    const requestsBefore = countOf(invoiceId);
    for (let day = 1; day <= 30; day += 1) {
      clock.now += dayMs + 1000;
      await until('it was requested', () => countOf(invoiceId) === requestsBefore + day);
    }
    assert.equal((await readOrder(id))?.ask_at, null);
    assert.equal((await storage.read((database) => countOpenOrders(database, clock.now))).open, 0);
    clock.now += 2 * dayMs;
    await waitForPoll('M2');
    assert.equal(countOf(invoiceId), requestsBefore + 30);
  });

  it('of an earlier release, or of the sandbox, is not requested', async (t) => {
    const { storage, clock, addPaid, readOrder, waitForPoll, setNextPoll, countOf } = await open(t, await newPlace(t));
    const now = new Date(clock.now);
    await storage.write((data) => addPaidOrder(data, { id: 'sandbox', email: 'a@b.example', machine: 'M2', now }));
    assert.equal((await readOrder('sandbox'))?.ask_at, null);
    const { id, invoiceId } = await addPaid('M1');
    const requestsBefore = countOf(invoiceId);
    await storage.write((data) => data.updateTable('invoices').set({ ask_at: null }).where('id', '=', id).execute());
    const report = { invoiceId, status: 'success', modifiedDate: now.toISOString() } as const;
    await storage.write((data) => applyReport(data, 'monobank', report, fulfilAt(), now));
    clock.now += 2 * dayMs;
    await waitForPoll('M3');
    assert.equal(countOf(invoiceId), requestsBefore);
    assert.equal((await readOrder(id))?.ask_at, null, 'a repeated report changes nothing');
    await setNextPoll(id, clock.now);
    await until('an order with a time is requested', () => countOf(invoiceId) === requestsBefore + 1);
  });

  it('is requested at once, and then daily, if the clock was days ahead; an open one if it was hours ahead', async (t) => {
    const { clock, addOrder, addPaid, readOrder, waitForPoll, setNextPoll, countOf } = await open(t, await newPlace(t));
    const [paid, early, unpaid] = [await addPaid('M1'), await addPaid('M2'), await addOrder('M3')];
    await until('it was requested', () => countOf(unpaid.invoiceId) === 1);
    const before = [paid, early].map(({ invoiceId }) => countOf(invoiceId));
    await setNextPoll(early.id, clock.now + 30 * hourMs);
    await setNextPoll(unpaid.id, clock.now + 3 * hourMs);
    clock.now -= 2 * dayMs;
    await until('both were requested', async () => (await readOrder(paid.id))?.ask_at === clock.now + dayMs);
    await waitForPoll('M4');
    assert.equal(countOf(paid.invoiceId), (before[0] ?? 0) + 1);
    assert.ok(countOf(unpaid.invoiceId) > 1);
    assert.equal(countOf(early.invoiceId), (before[1] ?? 0) + 1);
  });
});
