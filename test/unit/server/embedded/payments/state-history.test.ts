import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import type { OrderState } from '#shared/order-states.ts';
import { applyReport } from '#server/embedded/payments/orders.ts';
import { deleteOrphanedStates, findStates } from '#server/embedded/payments/state-history.ts';
import { batchesOf } from '#server/embedded/storage/batches.ts';
import type { Storage } from '#server/embedded/storage/storage.ts';
import { describeOnBoth, makeEarlier, openTestStorage } from '../../../../support/databases.ts';
import { addBankOrder, fulfilAt } from '../../../../support/orders.ts';

const statesOf = async (storage: Storage, id: string) =>
  (await storage.read((database) => findStates(database, [id]))).map(({ state, at, reported, reason }) => [
    state,
    at,
    reported,
    reason,
  ]);

const bankSecond = (second: number) => `2026-03-01T10:00:0${second}.000Z`;

describeOnBoth('the states of an order', (newPlace) => {
  it('are stored once each, in order, with their times, and without late reports', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const ordered = new Date('2026-03-01T09:59:00Z');
    const id = await addBankOrder(storage, { machine: 'M', invoiceId: 'p2_1', now: ordered });
    const stored = new Date('2026-03-01T11:00:00Z');
    const report = (status: OrderState, second: number, failureReason?: string) =>
      storage.write((database) =>
        applyReport(
          database,
          'monobank',
          {
            invoiceId: 'p2_1',
            status,
            modifiedDate: bankSecond(second).replace('.000', ''),
            ...(failureReason && { failureReason }),
          },
          fulfilAt(),
          stored,
        ),
      );
    await report('created', 1);
    await report('processing', 2);
    await report('failure', 3, 'No money');
    await report('failure', 3, 'No money');
    await report('failure', 4, 'No card');
    await report('processing', 2);
    await report('success', 5);
    await report('success', 5);
    await report('failure', 6, 'After all');
    const at = stored.toISOString();
    assert.deepEqual(await statesOf(storage, id), [
      ['created', ordered.toISOString(), null, null],
      ['processing', at, bankSecond(2), null],
      ['failure', at, bankSecond(3), 'No money'],
      ['failure', at, bankSecond(4), 'No card'],
      ['success', at, bankSecond(5), null],
    ]);
  });

  it('of an order from before states were stored are its first and its last state', async (t) => {
    const place = await newPlace(t);
    const [created, modified, reported] = [bankSecond(1), bankSecond(3), bankSecond(2)];
    await makeEarlier(place, 7, async (database) => {
      for (const status of ['created', 'failure'] as const)
        await database
          .insertInto('invoices')
          .values({ id: status, status, payload: '{}', created, modified, reported, reason: 'No money' })
          .execute();
    });
    const storage = await openTestStorage(t, place);
    assert.deepEqual(await statesOf(storage, 'created'), [['created', created, null, null]]);
    assert.deepEqual(await statesOf(storage, 'failure'), [
      ['created', created, null, null],
      ['failure', modified, reported, 'No money'],
    ]);
  });

  it('of deleted orders are deleted in a short time, however many orders there are', async (t) => {
    const place = await newPlace(t);
    const storage = await openTestStorage(t, place);
    const ids = Array.from({ length: 20_000 }, (_, number) => `order-${number}`);
    const at = bankSecond(0);
    await storage.write(async (database) => {
      for (const batch of batchesOf(ids)) {
        const orders = batch.map((id) => ({
          id,
          status: 'created' as const,
          payload: '{}',
          created: at,
          modified: at,
        }));
        await database.insertInto('invoices').values(orders).execute();
        const states = batch.map((order_id) => ({ order_id, state: 'created' as const, at }));
        await database.insertInto('order_states').values(states).execute();
      }
      await database.deleteFrom('invoices').where('id', '=', 'order-7').execute();
      if (place.databaseUrl) {
        // With less memory for a query, fewer orders have the same effect.
        await sql`SET LOCAL work_mem = '64kB'`.execute(database);
        await sql`SET LOCAL statement_timeout = '5s'`.execute(database);
        await sql`ANALYZE invoices`.execute(database);
      }
      await deleteOrphanedStates(database);
    });
    const left = await storage.read((database) => database.selectFrom('order_states').select('order_id').execute());
    assert.equal(left.length, ids.length - 1);
    assert.ok(!left.some((row) => row.order_id === 'order-7'));
  });
});
