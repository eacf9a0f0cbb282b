import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it, type TestContext } from 'node:test';
import type { OrderState } from '#shared/order-states.ts';
import type { DatabasePlace } from '#server/embedded/storage/storage.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { forkBackend } from '../../../../support/fork-backend.ts';
import { fakeMonobank, type FakeMonobank } from '../../../../support/fake-monobank.ts';
import { invoiceFor } from '../../../../support/orders.ts';
import { json } from '../../../../support/posts.ts';
import type { Cleanup } from '../../../../support/process.ts';

const kills = 5;
/** The bank creates this number of invoices between two kills of the backend. */
const invoicesPerKill = 4;
const ends: OrderState[][] = [['success'], ['processing', 'success'], ['failure'], ['success', 'reversed']];
const buyers = Array.from({ length: 24 }, (_, number) => ({
  machine: `M${number}`,
  states: ends[number % ends.length] as OrderState[],
}));

/** Starts the backend in its own process, with the bank of the test. */
const start = (t: Cleanup, place: DatabasePlace, bank: FakeMonobank) =>
  forkBackend(t, 'embedded-process.ts', place, {
    PAYMENTS: 'monobank',
    MONOBANK_URL: bank.url,
    MONOBANK_TOKEN: bank.token,
  });

/** Repeats the requests of a buyer and the reports of the bank until all of them succeeded. */
function createBuyer(bank: FakeMonobank, { machine, states }: (typeof buyers)[number]) {
  let invoiceId: string | null = null;
  const waiting = states.map((status, step) => ({ status, date: new Date(Date.UTC(2026, 2, 1, 10, 0, step)) }));

  async function order(origin: string): Promise<void> {
    const post = json(invoiceFor(machine), { 'idempotency-key': `submit-of-${machine}` });
    const answer = await fetch(`${origin}/api/monopay/invoice/create`, post);
    const { pageUrl } = (await answer.json()) as { pageUrl?: string };
    assert.equal(answer.status, 200);
    invoiceId = new URL(pageUrl ?? '').pathname.slice(1);
  }

  async function report(origin: string, id: string): Promise<void> {
    const [next] = waiting;
    if (!next) return;
    const { body, signature } = bank.report(id, next.status, next.date.toISOString());
    const answer = await fetch(`${origin}/api/monopay/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sign': signature },
      body,
    });
    if (answer.status === 200) waiting.shift();
  }

  return {
    get isDone() {
      return invoiceId !== null && waiting.length === 0;
    },
    /** Rejects if the backend was killed in the meantime. */
    async goOn(origin: string) {
      while (invoiceId === null || waiting.length > 0)
        await (invoiceId === null ? order(origin) : report(origin, invoiceId));
    },
  };
}

/** Resolves when the bank has created `count` invoices. */
function afterInvoices(bank: FakeMonobank, count: number): Promise<void> {
  return new Promise((resolve) => {
    bank.intercept = () => {
      if (bank.invoices.size >= count) resolve();
      return null;
    };
  });
}

/**
 * Asserts that every buyer has one order in the state that the bank reported last, and each of its consequences once.
 */
async function assertNothingLost(t: TestContext, place: DatabasePlace): Promise<void> {
  const storage = await openTestStorage(t, place);
  const [orders, licences, emails] = await storage.read(async (database) => [
    await database.selectFrom('invoices').selectAll().execute(),
    await database.selectFrom('licences').selectAll().execute(),
    await database.selectFrom('outbox').select('event').execute(),
  ]);
  assert.equal(orders.length, buyers.length, 'one order for each submit');
  for (const { machine, states } of buyers) {
    const order = orders.find(({ machine_id }) => machine_id === machine);
    assert.ok(order, machine);
    assert.equal(order.status, states.at(-1), machine);
    const ofOrder = licences.filter(({ order_id }) => order_id === order.id);
    const isPaid = states.includes('success');
    assert.equal(ofOrder.length, isPaid ? 1 : 0, machine);
    assert.equal(ofOrder.filter(({ revoked }) => revoked === null).length, order.status === 'success' ? 1 : 0);
    const about = emails.filter(({ event }) => event.startsWith(`order:${order.id}:`));
    assert.equal(about.length, (isPaid ? 1 : 0) + (order.status === 'reversed' ? 1 : 0), machine);
  }
}

describeOnBoth('a backend that is killed while orders are paid', (newPlace) => {
  it('loses no payment and gives no licence twice', { timeout: 120_000 }, async (t) => {
    const place = await newPlace(t);
    const bank = await fakeMonobank(t);
    const all = buyers.map((buyer) => createBuyer(bank, buyer));
    let interrupted = 0;
    for (let round = 0; round <= kills; round += 1) {
      const { origin, child } = await start(t, place, bank);
      const exit = once(child, 'exit');
      const manyInvoices = afterInvoices(bank, invoicesPerKill * (round + 1));
      const work = Promise.allSettled(all.map((buyer) => buyer.goOn(origin)));
      // In the last round every buyer finishes; in the others the backend is killed while buyers wait for responses.
      await (round === kills ? work : manyInvoices);
      child.kill('SIGKILL');
      await exit;
      interrupted += (await work).filter(({ status }) => status === 'rejected').length;
    }
    assert.ok(interrupted > 0, 'the backend was killed while buyers waited');
    assert.ok(all.every(({ isDone }) => isDone));
    await assertNothingLost(t, place);
  });

  it('loses nothing while another process continues', { timeout: 120_000 }, async (t) => {
    const place = await newPlace(t);
    const bank = await fakeMonobank(t);
    const [killed, other] = [await start(t, place, bank), await start(t, place, bank)];
    const tenInvoices = afterInvoices(bank, 10);
    let retried = 0;
    const work = Promise.all(
      buyers.map(async (buyer, position) => {
        const { goOn } = createBuyer(bank, buyer);
        // A buyer without a response retries at the copy that still runs.
        await goOn((position % 2 === 0 ? killed : other).origin).catch(() => {
          retried += 1;
          return goOn(other.origin);
        });
      }),
    );
    await tenInvoices;
    const exit = once(killed.child, 'exit');
    killed.child.kill('SIGKILL');
    await exit;
    await work;
    assert.ok(retried > 0, 'buyers waited for the killed process');
    await assertNothingLost(t, place);
  });
});
