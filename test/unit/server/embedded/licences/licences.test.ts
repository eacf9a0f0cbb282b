import assert from 'node:assert/strict';
import { it } from 'node:test';
import { issuePaidLicence, issueTrialLicence, revokeLicence } from '#server/embedded/licences/licences.ts';
import type { Storage } from '#server/embedded/storage/storage.ts';
import { describeOnBoth, makeEarlier, openTestStorage } from '../../../../support/databases.ts';
import { licenceKeys } from '../../../../support/orders.ts';

const holder = { machineId: '7F3A', email: 'marta@steppe.example', language: 'en' } as const;
const at = (iso: string) => new Date(`${iso}T10:00:00.000Z`);

const buy = (storage: Storage, orderId: string, plan: 'monthly' | 'yearly', date: string, change = {}) =>
  storage.write((database) =>
    issuePaidLicence(database, licenceKeys, { ...holder, plan, orderId, ...change }, at(date)),
  );

async function requestTrial(storage: Storage, date: string, email: string = holder.email) {
  return storage.write(async (database) => {
    await database
      .insertInto('trials')
      .values({ machine_id: holder.machineId, email, date: at(date).toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return issueTrialLicence(database, licenceKeys, { ...holder, email }, at(date));
  });
}

describeOnBoth('licences', (newPlace) => {
  it('of a payment extend the running one from its end, and otherwise begin at once', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    assert.equal((await buy(storage, 'a', 'monthly', '2026-01-31')).expires, '2026-02-28T10:00:00.000Z');
    assert.equal((await buy(storage, 'b', 'monthly', '2026-02-10')).expires, '2026-03-28T10:00:00.000Z');
    assert.equal((await buy(storage, 'c', 'yearly', '2026-02-11')).expires, '2027-03-28T10:00:00.000Z');
    assert.equal((await buy(storage, 'd', 'monthly', '2028-05-01')).expires, '2028-06-01T10:00:00.000Z');
    const other = await buy(storage, 'e', 'monthly', '2026-02-10', { machineId: 'another' });
    assert.equal(other.expires, '2026-03-10T10:00:00.000Z');
  });

  it('are issued once for each order', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await buy(storage, 'a', 'monthly', '2026-01-01');
    await assert.rejects(buy(storage, 'a', 'monthly', '2026-01-01'));
  });

  it('that were revoked are not extended, and are revoked once', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await buy(storage, 'a', 'yearly', '2026-01-01');
    const revoke = () => storage.write((database) => revokeLicence(database, { orderId: 'a' }, at('2026-01-02')));
    assert.equal((await revoke())?.revoked, '2026-01-02T10:00:00.000Z');
    assert.equal(await revoke(), null);
    assert.equal((await buy(storage, 'b', 'monthly', '2026-01-03')).expires, '2026-02-03T10:00:00.000Z');
  });

  it('of a trial begin once for a computer, for any e-mail address', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const first = await requestTrial(storage, '2026-03-01');
    assert.equal(first?.licence.expires, '2026-03-15T10:00:00.000Z');
    assert.equal(first.isNew, true);
    const second = await requestTrial(storage, '2026-03-10', 'other@steppe.example');
    assert.deepEqual([second?.isNew, second?.licence.id], [false, first.licence.id]);
    assert.equal(await requestTrial(storage, '2026-03-20', 'third@steppe.example'), null);
    // The rest of a trial is not added to a paid licence.
    assert.equal((await buy(storage, 'a', 'monthly', '2026-03-05')).expires, '2026-04-05T10:00:00.000Z');
  });

  it('of a trial from before licences existed begin at the start of the trial', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write((database) =>
      database
        .insertInto('trials')
        .values({ machine_id: holder.machineId, email: 'early@steppe.example', date: at('2026-03-01').toISOString() })
        .execute(),
    );
    const late = await requestTrial(storage, '2026-03-10');
    assert.deepEqual(
      [late?.licence.issued, late?.licence.expires],
      ['2026-03-01T10:00:00.000Z', '2026-03-15T10:00:00.000Z'],
    );
  });

  it('of an earlier release begin at their purchase, or when the licence before them ends', async (t) => {
    const place = await newPlace(t);
    const row = { product: 'gitl', email: holder.email, key_id: 'key', licence: 'text' };
    const month = (number: number) => at(`2026-0${number}-01`).toISOString();
    await makeEarlier(place, 11, async (database) => {
      const add = (order_id: string, begins: number, plan: string, more = {}) =>
        database
          .insertInto('licences')
          .values({ ...row, order_id, plan, machine_id: 'M', issued: month(1), expires: month(begins + 1), ...more })
          .execute();
      for (const id of ['refunded', 'revoked'])
        await database
          .insertInto('invoices')
          .values({ id, status: id === 'revoked' ? 'success' : 'reversed', payload: '{}', created: '', modified: '' })
          .execute();
      await add('trial', 2, 'trial');
      await add('refunded', 3, 'monthly', { revoked: month(2) });
      await add('first', 4, 'monthly', { issued: month(2) });
      await add('revoked', 5, 'monthly', { revoked: month(2) });
      await add('last', 6, 'monthly');
      await add('later', 8, 'monthly', { issued: month(8) });
      await add('other', 6, 'yearly', { machine_id: 'N' });
    });
    const storage = await openTestStorage(t, place);
    const stored = await storage.read((database) =>
      database.selectFrom('licences').select(['order_id', 'begins']).orderBy('id').execute(),
    );
    const begins = { trial: 1, refunded: 1, first: 2, revoked: 5, last: 6, later: 8, other: 1 };
    assert.deepEqual(
      stored.map((one) => [one.order_id, one.begins]),
      Object.entries(begins).map(([order, number]) => [order, month(number)]),
    );
  });
});
