import assert from 'node:assert/strict';
import { it } from 'node:test';
import { recordTransfer } from '#server/embedded/payments/transfer.ts';
import { findPlan } from '#shared/plans.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { fulfilAt } from '../../../../support/orders.ts';
import { texts } from '../../../../support/texts.ts';

describeOnBoth('a bank transfer', (newPlace) => {
  it('is recorded once if the second click comes to a copy of the site whose clock is behind', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const plan = findPlan('yearly');
    assert.ok(plan);
    const purchase = { plan, language: 'ua', machineId: 'M', email: 'marta@steppe.example' } as const;
    const start = Date.UTC(2026, 0, 1);
    const record = (seconds: number) => {
      const now = new Date(start + seconds * 1000);
      const tools = { texts, origin: 'https://obrii.example', fulfil: fulfilAt(() => now) };
      return storage.write((database) => recordTransfer(database, purchase, tools, now));
    };
    const { id } = await record(0);
    assert.deepEqual(await record(-1), { id, isNew: false });
    assert.deepEqual(await record(59), { id, isNew: false });
    assert.equal((await record(60)).isNew, true);
    // An order from a time when the clock was far ahead is no first click.
    assert.equal((await record(-3600)).isNew, true);
  });
});
