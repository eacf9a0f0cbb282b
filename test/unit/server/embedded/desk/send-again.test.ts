import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findRefund } from '#server/embedded/desk/refunds.ts';
import { sendAgain } from '#server/embedded/desk/send-again.ts';
import { addRefund } from '#server/embedded/outbox/outbox.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { addTestEmail, deliver, emailTo, isOver, statesOf } from '../../../../support/outbox.ts';
import { until } from '../../../../support/until.ts';

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

describeOnBoth('an e-mail that is sent again', (newPlace) => {
  it('has the same id, by which its recipient recognises a second copy', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const ids: string[] = [];
    const { clock } = deliver(t, storage, {
      sendEmail: (_email, id) => {
        ids.push(id);
        return ids.length === 1 ? Promise.reject(new Error('the answer was lost')) : Promise.resolve();
      },
    });
    await addTestEmail(storage, 'message:7:visitor', emailTo('olha@example.com'), clock.now);
    await until('it has failed', async () => {
      const [row] = await storage.read((database) => database.selectFrom('outbox').selectAll().execute());
      return row?.error === 'the answer was lost';
    });
    clock.now += 1000;
    const [row] = await storage.read((database) => database.selectFrom('outbox').select('id').execute());
    await storage.write((database) => sendAgain(database, row?.id ?? 0, { who: 'marta', now: clock.now }));
    await until('it is sent', () => isOver(storage));
    assert.deepEqual(await statesOf(storage), ['sent']);
    assert.equal(ids.length, 2);
    assert.equal(ids[0], ids[1]);
  });
});
