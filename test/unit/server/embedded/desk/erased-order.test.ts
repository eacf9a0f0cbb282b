import assert from 'node:assert/strict';
import { it } from 'node:test';
import { erasePerson } from '#server/embedded/desk/person-data.ts';
import { addOrder, ensureCurrentOrder } from '#server/embedded/payments/orders.ts';
import type { Database } from '#server/embedded/storage/tables.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { invoiceFor } from '../../../../support/orders.ts';

const start = Date.UTC(2026, 0, 1, 10);
const afterMinutes = (minutes: number) => new Date(start + minutes * 60_000);

const findAnswer = async (database: Database) =>
  (await database.selectFrom('idempotency_keys').select('body').executeTakeFirst())?.body;

const erase = (database: Database, now: Date) =>
  erasePerson(database, 'marta@steppe.example', { who: 'olha@obrii.example', now: now.getTime() });

describeOnBoth('an erased order', (newPlace) => {
  it('leaves its request to the order that follows it and can still be paid', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write(async (database) => {
      const invoice = invoiceFor('M');
      const first = await addOrder(database, invoice, { provider: 'monobank', language: 'en' }, afterMinutes(0));
      const body = JSON.stringify({ invoiceId: first });
      const answer = { path: '/', key: 'k', fingerprint: '', status: 200, created: 0, body };
      await database.insertInto('idempotency_keys').values(answer).execute();
      await ensureCurrentOrder(database, first, afterMinutes(90));
      const last = await ensureCurrentOrder(database, first, afterMinutes(180));

      assert.deepEqual(await erase(database, afterMinutes(180)), { erased: 2, retained: 1 });
      const answered = await findAnswer(database);
      const { follows } = await ensureCurrentOrder(database, last.id, afterMinutes(180));
      assert.deepEqual({ answered, follows }, { answered: JSON.stringify({ invoiceId: last.id }), follows: null });

      assert.deepEqual(await erase(database, afterMinutes(241)), { erased: 1, retained: 0 });
      assert.equal(await findAnswer(database), undefined, 'no order follows the last one');
    });
  });
});
