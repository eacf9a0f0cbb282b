import assert from 'node:assert/strict';
import { it } from 'node:test';
import { issuePaidLicence, issueTrialLicence, revokeLicence } from '#server/embedded/licences/licences.ts';
import type { Storage } from '#server/embedded/storage/storage.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
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
});
