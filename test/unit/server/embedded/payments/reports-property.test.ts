import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { orderStates, type OrderState } from '#shared/order-states.ts';
import { PaymentReport } from '#server/embedded/payments/invoice.ts';
import { createMonobank } from '#server/embedded/payments/monobank.ts';
import { applyReport, findOrder, type Settle } from '#server/embedded/payments/orders.ts';
import { createReportVerifier } from '#server/embedded/payments/signature.ts';
import { parse } from '#shared/contracts/check.ts';
import type { Storage } from '#server/embedded/storage/storage.ts';
import { describeOnBoth } from '../../../../support/databases.ts';
import { fakeMonobank, type FakeMonobank } from '../../../../support/fake-monobank.ts';
import { addBankOrder, openTestStorage, settleAt } from '../../../../support/orders.ts';

/** RUNS=10000 for a long search. */
const runs = Number(process.env['RUNS'] ?? 100);
const timeout = Math.max(240_000, runs * 300);

/** What can become of an invoice at the bank. */
const histories: OrderState[][] = [
  ['created'],
  ['created', 'expired'],
  ['created', 'processing', 'failure'],
  ['created', 'processing', 'success'],
  ['processing', 'hold', 'success'],
  ['created', 'processing', 'failure', 'processing', 'success'],
  ['created', 'processing', 'success', 'reversed'],
  ['processing', 'hold', 'success', 'reversed'],
];

interface Step {
  status: OrderState;
  date: string;
}

/** The steps happen within the same second or some seconds apart; the bank's dates have whole seconds. */
const history = fc
  .tuple(fc.constantFrom(...histories), fc.array(fc.nat(3), { minLength: 8, maxLength: 8 }))
  .map(([states, waits]) => {
    let seconds = Date.parse('2026-03-01T10:00:00Z') / 1000;
    return states.map((status, position): Step => {
      // A payer who tries again after a failure needs more than a moment.
      const least = states[position - 1] === 'failure' ? 1 : 0;
      seconds += Math.max(least, waits[position] ?? 0);
      return { status, date: new Date(seconds * 1000).toISOString().replace('.000', '') };
    });
  });

/** One call of the webhook: which step it reports, and what is wrong with it. */
const delivery = fc.record({
  step: fc.nat(9),
  fault: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('forged', 'altered', 'unsigned', 'early crash', 'late crash') },
  ),
});

const scenario = fc.record({
  history,
  deliveries: fc.array(delivery, { maxLength: 12 }),
  /** Whether the process ended before it had stored what the bank calls the order. */
  isOrphan: fc.boolean(),
});

type Delivery = typeof delivery extends fc.Arbitrary<infer Value> ? Value : never;

const rank = (state: OrderState) => orderStates.indexOf(state);

/** The model: of everything that was truly reported, the latest counts; in one second, what is further on. */
function latestOf(steps: Step[]): OrderState {
  const sorted = steps.toSorted((one, other) =>
    one.date === other.date ? rank(one.status) - rank(other.status) : one.date < other.date ? -1 : 1,
  );
  return sorted.at(-1)?.status ?? 'created';
}

/** Ends the process in the middle of a transaction, as far as a database can tell. */
const crashing =
  (settle: Settle, when: 'early crash' | 'late crash'): Settle =>
  async (...args) => {
    if (when === 'late crash') await settle(...args);
    throw new Error('crash');
  };

async function countsOf(storage: Storage, id: string) {
  return storage.read(async (database) => {
    const licences = await database.selectFrom('licences').selectAll().where('order_id', '=', id).execute();
    const letters = await database
      .selectFrom('outbox')
      .select('event')
      .where('event', 'like', `order:${id}:%`)
      .execute();
    return {
      licences: licences.length,
      valid: licences.filter(({ revoked }) => revoked === null).length,
      letters: letters.map(({ event }) => event.split(':')[2]).sort(),
    };
  });
}

describeOnBoth('reports of payments', (newPlace, server) => {
  async function createRun(storage: Storage, bank: FakeMonobank) {
    const verify = createReportVerifier(createMonobank(bank));
    const settle = settleAt();
    let count = 0;

    const sign = (body: string, fault: Delivery['fault']) => {
      if (fault === 'unsigned') return '';
      return fault === 'forged' ? Buffer.from('nobody').toString('base64') : bank.sign(body);
    };

    /** As the webhook does it; answers whether the report was believed and stored. */
    async function deliver(body: string, fault: Delivery['fault']): Promise<boolean> {
      const sent = fault === 'altered' ? body.replace(/"status":"\w+"/, '"status":"success" ') : body;
      if (!(await verify(Buffer.from(sent), sign(body, fault)))) return false;
      const report = parse(JSON.parse(sent), PaymentReport);
      const crash = fault === 'early crash' || fault === 'late crash' ? crashing(settle, fault) : settle;
      try {
        return await storage.write((database) => applyReport(database, 'monobank', report, crash));
      } catch (error) {
        assert.equal((error as Error).message, 'crash');
        return false;
      }
    }

    return async ({
      history: steps,
      deliveries,
      isOrphan,
    }: typeof scenario extends fc.Arbitrary<infer V> ? V : never) => {
      count += 1;
      const invoiceId = `p2_${count}`;
      const id = await addBankOrder(storage, { machine: `M${count}`, invoiceId: isOrphan ? null : invoiceId });
      const reference = JSON.stringify({ plan: 'yearly', order: id });
      const bodyOf = ({ status, date }: Step) =>
        JSON.stringify({ invoiceId, status, modifiedDate: date, amount: 2000, reference });
      const delivered: Step[] = [];
      let wasPaid = false;

      async function check(): Promise<void> {
        const order = await storage.read((database) => findOrder(database, id));
        const expected = latestOf(delivered);
        assert.equal(order?.status, expected);
        wasPaid ||= expected === 'success';
        const isReturned = wasPaid && expected === 'reversed';
        assert.deepEqual(await countsOf(storage, id), {
          licences: wasPaid ? 1 : 0,
          valid: wasPaid && !isReturned ? 1 : 0,
          letters: [...(wasPaid ? ['call', 'receipt'] : []), ...(isReturned ? ['returned'] : [])],
        });
      }

      for (const { step, fault } of deliveries) {
        const reported = steps[step % steps.length] as Step;
        if (await deliver(bodyOf(reported), fault)) delivered.push(reported);
        await check();
      }
      // Whatever was lost, the bank is asked until the order is final.
      const truth = steps.at(-1) as Step;
      assert.equal(await deliver(bodyOf(truth), null), true);
      delivered.push(truth);
      await check();
      const order = await storage.read((database) => findOrder(database, id));
      assert.equal(order?.status, truth.status);
    };
  }

  it(
    'in any order and number, lost, forged or cut off, lead to the bank’s own state and to one licence',
    { timeout },
    async (t) => {
      const storage = await openTestStorage(t, await newPlace(t));
      const run = await createRun(storage, await fakeMonobank(t));
      // PostgreSQL takes several times as long for each transaction.
      const numRuns = server() && !process.env['RUNS'] ? Math.ceil(runs / 4) : runs;
      await fc.assert(fc.asyncProperty(scenario, run), { numRuns });
    },
  );
});
