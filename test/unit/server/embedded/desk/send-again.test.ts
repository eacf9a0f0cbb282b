import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findRefund } from '#server/embedded/desk/refunds.ts';
import { sendAgain } from '#server/embedded/desk/send-again.ts';
import { addRefund } from '#server/embedded/outbox/outbox.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';

const now = Date.UTC(2026, 0, 1);

describeOnBoth('a refund request that is sent again', (newPlace) => {
  it('is due at once, and logged as a request of its order', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const id = await storage.write(async (database) => {
      await addRefund(database, { order: 'order-1' }, now - 1000);
      const refund = await findRefund(database, 'order-1');
      assert.ok(refund);
      await database.updateTable('outbox').set({ state: 'failed' }).where('id', '=', refund.id).execute();
      return refund.id;
    });
    assert.equal(await storage.write((database) => sendAgain(database, id, { who: 'marta', now })), true);
    const { refund, entries } = await storage.read(async (database) => ({
      refund: await findRefund(database, 'order-1'),
      entries: await database.selectFrom('desk_acts').select(['act', 'subject']).execute(),
    }));
    assert.deepEqual([refund?.state, refund?.due], ['pending', now]);
    assert.deepEqual(entries, [{ act: 'refund-asked', subject: 'order-1' }]);
  });
});
