import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { startFollowingLicencesEarlier } from '#server/embedded/licences/earlier-licences.ts';
import { issuePaidLicence, revokeLicence } from '#server/embedded/licences/licences.ts';
import { moveLicences } from '#server/embedded/licences/move-licences.ts';
import type { Storage } from '#server/embedded/storage/storage.ts';
import { endOfTerm } from '#shared/licence-terms.ts';
import type { PaidPlanId } from '#shared/plans.ts';
import { newSqlite, openTestStorage } from '../../../../support/databases.ts';
import { licenceKeys } from '../../../../support/orders.ts';

const runs = Number(process.env['RUNS'] ?? 80);
const computers = 3;

const plan = fc.constantFrom<PaidPlanId>('monthly', 'yearly');
const computer = fc.nat({ max: computers - 1 });
const action = fc.oneof(
  fc.record({ type: fc.constant('buy' as const), plan, at: computer }),
  fc.record({ type: fc.constant('move' as const), from: computer, to: computer }),
  fc.record({ type: fc.constant('refund' as const), order: fc.nat({ max: 12 }) }),
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;
/** An action and the milliseconds that pass before it. */
const step = fc.record({ action, pauseMs: fc.integer({ min: 1, max: 50 * 86_400_000 }) });

/** A licence of the model. `restMs` is null for a whole term. */
interface Waiting {
  order: number;
  plan: PaidPlanId;
  restMs: number | null;
}

/** The licences of a computer, one after another. The first one has begun at `since`. */
interface Queue {
  since: number;
  waiting: Waiting[];
}

const endFrom = (start: number, { plan: id, restMs }: Waiting) =>
  restMs === null ? endOfTerm(id, new Date(start)).getTime() : start + restMs;

/** The model: queues of terms, in which nothing is signed or stored. */
function createModel() {
  const queues: Queue[] = Array.from({ length: computers }, () => ({ since: 0, waiting: [] }));
  const ended = new Map<number, number>();

  /** Ends the licences whose terms are over. */
  function advance(now: number): void {
    for (const queue of queues)
      for (let [first] = queue.waiting; first && endFrom(queue.since, first) <= now; [first] = queue.waiting) {
        queue.since = endFrom(queue.since, first);
        ended.set(first.order, queue.since);
        queue.waiting.shift();
      }
  }

  function buy(order: number, { plan: id, at }: { plan: PaidPlanId; at: number }, now: number): void {
    const queue = queues[at];
    assert.ok(queue);
    if (queue.waiting.length === 0) queue.since = now;
    queue.waiting.push({ order, plan: id, restMs: null });
  }

  function move({ from, to }: { from: number; to: number }, now: number): void {
    const [source, target] = [queues[from], queues[to]];
    assert.ok(source && target);
    const [first] = source.waiting;
    if (target.waiting.length === 0) target.since = source.since;
    else if (first) first.restMs = endFrom(source.since, first) - now;
    target.waiting.push(...source.waiting);
    source.waiting = [];
  }

  function refund(order: number, now: number): void {
    ended.delete(order);
    for (const queue of queues) {
      const index = queue.waiting.findIndex((one) => one.order === order);
      if (index === 0) queue.since = now;
      if (index !== -1) queue.waiting.splice(index, 1);
    }
  }

  /** Returns the end of each licence that was not refunded, by its order. */
  function ends(): Map<number, number> {
    const all = new Map(ended);
    for (const { since, waiting } of queues) {
      let start = since;
      for (const one of waiting) all.set(one.order, (start = endFrom(start, one)));
    }
    return all;
  }

  return { advance, buy, move, refund, ends };
}

async function playHistory(storage: Storage, steps: { action: Action; pauseMs: number }[], id: number): Promise<void> {
  const model = createModel();
  const nameOf = (index: number) => `M-${id}-${index}`;
  const orderOf = (order: number) => `${id}:${order}`;
  let [now, orders] = [Date.parse('2026-01-05T10:00:00Z'), 0];
  for (const { action: next, pauseMs } of steps) {
    now += pauseMs;
    const date = new Date(now);
    model.advance(now);
    await storage.write(async (database) => {
      if (next.type === 'buy') {
        const holder = { machineId: nameOf(next.at), email: 'marta@steppe.example', language: 'en' } as const;
        await issuePaidLicence(database, licenceKeys, { ...holder, plan: next.plan, orderId: orderOf(orders) }, date);
      } else if (next.type === 'move' && next.from !== next.to) {
        await moveLicences(database, licenceKeys, { from: nameOf(next.from), to: nameOf(next.to) }, date);
      } else if (next.type === 'refund') {
        const orderId = orderOf(next.order);
        if (await revokeLicence(database, { orderId }, date))
          await startFollowingLicencesEarlier(database, licenceKeys, orderId, date);
      }
    });
    if (next.type === 'buy') model.buy(orders++, next, now);
    else if (next.type === 'move' && next.from !== next.to) model.move(next, now);
    else if (next.type === 'refund') model.refund(next.order, now);
    const stored = await storage.read((database) =>
      database.selectFrom('licences').selectAll().where('order_id', 'like', `${id}:%`).orderBy('id').execute(),
    );
    const storedEnds = stored.filter(({ revoked }) => revoked === null).map((one) => [one.order_id, one.expires]);
    const modelEnds = [...model.ends()]
      .sort(([a], [b]) => a - b)
      .map(([order, end]) => [orderOf(order), new Date(end).toISOString()]);
    assert.deepEqual(storedEnds, modelEnds);
  }
}

describe('the ends of licences', () => {
  it('are those of the terms that were paid and not refunded, after any moves, renewals and refunds', async (t) => {
    const storage = await openTestStorage(t, await newSqlite(t));
    let histories = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), (steps) =>
        playHistory(storage, steps, histories++),
      ),
      { numRuns: runs },
    );
  });
});
