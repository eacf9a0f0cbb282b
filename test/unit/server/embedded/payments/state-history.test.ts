import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OrderState } from '#shared/order-states.ts';
import { applyReport } from '#server/embedded/payments/orders.ts';
import { findStates } from '#server/embedded/payments/state-history.ts';
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
});
