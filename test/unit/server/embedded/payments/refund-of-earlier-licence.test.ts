import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { revokeLicence } from '#server/embedded/licences/licences.ts';
import { moveLicences } from '#server/embedded/licences/move-licences.ts';
import { verifyLicence } from '#server/embedded/licences/licence-text.ts';
import { emailOf } from '#server/embedded/outbox/outbox.ts';
import { applyReport } from '#server/embedded/payments/orders.ts';
import type { OrderState } from '#shared/order-states.ts';
import type { PaidPlanId } from '#shared/plans.ts';
import { describeOnBoth, openTestStorage, type NewPlace } from '../../../../support/databases.ts';
import { addBankOrder, fulfilAt, licenceKeys } from '../../../../support/orders.ts';

const at = (iso: string) => new Date(`${iso}T10:00:00.000Z`);

async function open(t: TestContext, newPlace: NewPlace) {
  const storage = await openTestStorage(t, await newPlace(t));
  const report = (name: string, status: OrderState, now: Date) =>
    storage.write((database) =>
      applyReport(
        database,
        'monobank',
        { invoiceId: name, status, modifiedDate: now.toISOString() },
        fulfilAt(() => now),
        now,
      ),
    );
  const licences = () =>
    storage.read((database) => database.selectFrom('licences').selectAll().orderBy('id').execute());
  return {
    storage,
    async buy(name: string, plan: PaidPlanId, date: string, machine = 'M-1') {
      await addBankOrder(storage, { machine, plan, invoiceId: name, now: at(date) });
      await report(name, 'success', at(date));
    },
    refund: (name: string, date: string) => report(name, 'reversed', at(date)),
    licences,
    ends: async () => (await licences()).map(({ revoked, expires }) => revoked === null && expires.slice(0, 10)),
    emails: () =>
      storage.read(async (database) =>
        (await database.selectFrom('outbox').selectAll().where('kind', '=', 'email').orderBy('id').execute()).map(
          emailOf,
        ),
      ),
  };
}

describeOnBoth('the refund of an order', (newPlace) => {
  it('lets later licences of the computer begin at once, and their buyers get them anew', async (t) => {
    const { buy, refund, ends, licences, emails } = await open(t, newPlace);
    await buy('a', 'yearly', '2026-01-01');
    await buy('b', 'monthly', '2026-01-02');
    await buy('c', 'monthly', '2026-01-03');
    await buy('other', 'monthly', '2026-01-03', 'M-2');
    assert.deepEqual(await ends(), ['2027-01-01', '2027-02-01', '2027-03-01', '2026-02-03']);
    const sentBefore = (await emails()).length;
    await refund('a', '2026-04-10');
    assert.deepEqual(await ends(), [false, '2026-05-10', '2026-06-10', '2026-02-03']);
    const [, second] = await licences();
    const verified = verifyLicence(second?.licence ?? '', licenceKeys.verifiers);
    assert.ok('licence' in verified && verified.licence.expires === second?.expires);
    assert.match(verified.licence.issued, /^2026-04-10/, 'the day on which the text was signed');
    assert.match(second.issued, /^2026-01-02/, 'the day of the purchase');
    const sent = (await emails()).slice(sentBefore).map(({ text }) => text);
    assert.equal(sent.length, 3);
    assert.ok(sent.some((text) => text.includes('10 May 2026') && text.includes(second.licence)));
    await buy('d', 'monthly', '2026-04-11');
    assert.equal((await ends()).at(-1), '2026-07-10');
  });

  it('does so too for a licence that the previous release has sold during an upgrade', async (t) => {
    const { storage, buy, refund, ends } = await open(t, newPlace);
    await buy('a', 'yearly', '2026-01-01');
    await buy('b', 'monthly', '2026-01-02');
    await storage.write((database) => database.updateTable('licences').set({ begins: null }).execute());
    await refund('a', '2026-04-10');
    assert.deepEqual(await ends(), [false, '2026-05-10']);
  });

  it('does so too for such a licence that lasts from 31 January to 28 February', async (t) => {
    const { storage, buy, refund, ends } = await open(t, newPlace);
    await buy('a', 'yearly', '2025-01-31');
    await buy('b', 'monthly', '2025-06-01');
    await storage.write((database) => database.updateTable('licences').set({ begins: null }).execute());
    assert.deepEqual(await ends(), ['2026-01-31', '2026-02-28']);
    await refund('a', '2026-01-10');
    assert.deepEqual(await ends(), [false, '2026-02-10']);
  });

  it('changes no licence that has begun, also when the bank reports it twice', async (t) => {
    const { buy, refund, ends, emails } = await open(t, newPlace);
    await buy('a', 'monthly', '2026-01-01');
    await buy('b', 'yearly', '2026-01-02');
    await buy('c', 'monthly', '2026-01-03');
    await refund('a', '2026-02-20');
    assert.deepEqual(await ends(), [false, '2027-02-01', '2027-03-01']);
    await refund('c', '2026-02-21');
    const count = (await emails()).length;
    await refund('c', '2026-02-22');
    assert.deepEqual(await ends(), [false, '2027-02-01', false]);
    assert.equal((await emails()).length, count);
  });

  it('lets a licence that was moved behind it begin earlier with the rest of its term', async (t) => {
    const { storage, buy, refund, ends } = await open(t, newPlace);
    await buy('moved', 'yearly', '2026-01-01', 'M-2');
    await buy('after', 'monthly', '2026-01-01', 'M-2');
    await buy('refunded', 'yearly', '2026-05-01');
    const move = { from: 'M-2', to: 'M-1' };
    await storage.write((database) => moveLicences(database, licenceKeys, move, at('2026-07-01')));
    assert.deepEqual(await ends(), ['2027-11-01', '2027-12-01', '2027-05-01']);
    await refund('refunded', '2026-07-02');
    assert.deepEqual(await ends(), ['2027-01-02', '2027-02-02', false]);
  });

  it('does so too for a licence that was moved back to the computer of its order', async (t) => {
    const { storage, buy, refund, ends } = await open(t, newPlace);
    const move = (from: string, to: string, date: string) =>
      storage.write((database) => moveLicences(database, licenceKeys, { from, to }, at(date)));
    await buy('moved', 'yearly', '2026-01-01');
    await move('M-1', 'M-2', '2026-03-01');
    await buy('refunded', 'yearly', '2026-05-01');
    await move('M-2', 'M-1', '2026-07-01');
    assert.deepEqual(await ends(), ['2027-11-01', '2027-05-01']);
    await refund('refunded', '2026-07-02');
    assert.deepEqual(await ends(), ['2027-01-02', false]);
  });

  it('leaves the time of a licence that staff have revoked free when the later ones are moved', async (t) => {
    const { storage, buy, refund, ends, licences } = await open(t, newPlace);
    await buy('revoked', 'monthly', '2026-01-01', 'M-2');
    await buy('moved', 'monthly', '2026-01-01', 'M-2');
    await buy('other', 'monthly', '2026-01-11');
    const [first] = await licences();
    await storage.write((database) => revokeLicence(database, { id: first?.id ?? 0 }, at('2026-01-02')));
    const move = { from: 'M-2', to: 'M-1' };
    await storage.write((database) => moveLicences(database, licenceKeys, move, at('2026-01-21')));
    assert.deepEqual(await ends(), [false, '2026-03-22', '2026-02-11']);
    await refund('revoked', '2026-01-22');
    assert.deepEqual(await ends(), [false, '2026-03-11', '2026-02-11']);
  });

  it('does not shorten a licence that was bought after staff had revoked the refunded one', async (t) => {
    const { storage, buy, refund, ends, licences } = await open(t, newPlace);
    await buy('a', 'monthly', '2026-01-01');
    const [first] = await licences();
    await storage.write((database) => revokeLicence(database, { id: first?.id ?? 0 }, at('2026-01-02')));
    await buy('b', 'yearly', '2026-01-03');
    await refund('a', '2026-01-04');
    assert.deepEqual(await ends(), [false, '2027-01-03']);
  });

  it('leaves a licence its whole term if it never waited for the refunded one', async (t) => {
    const { storage, buy, refund, ends, licences } = await open(t, newPlace);
    await buy('a', 'yearly', '2026-01-01');
    const [first] = await licences();
    await storage.write((database) => revokeLicence(database, { id: first?.id ?? 0 }, at('2026-01-02')));
    await buy('b', 'monthly', '2026-01-03');
    await buy('c', 'yearly', '2026-01-03');
    assert.deepEqual(await ends(), [false, '2026-02-03', '2027-02-03']);
    await refund('a', '2026-01-04');
    assert.deepEqual(await ends(), [false, '2026-02-03', '2027-02-03']);
  });

  it('leaves a moved licence its whole term if it never waited for the refunded one', async (t) => {
    const { storage, buy, refund, ends, licences } = await open(t, newPlace);
    await buy('a', 'yearly', '2026-01-01');
    const [first] = await licences();
    await storage.write((database) => revokeLicence(database, { id: first?.id ?? 0 }, at('2026-01-02')));
    await buy('b', 'monthly', '2026-01-03', 'M-2');
    await buy('c', 'yearly', '2026-01-03', 'M-2');
    const move = { from: 'M-2', to: 'M-1' };
    await storage.write((database) => moveLicences(database, licenceKeys, move, at('2026-01-04')));
    await refund('a', '2026-01-05');
    assert.deepEqual(await ends(), [false, '2026-02-03', '2027-02-03']);
  });

  it('leaves a licence its whole term when two licences before it are refunded, the later one first', async (t) => {
    const { storage, buy, refund, ends, licences } = await open(t, newPlace);
    await buy('a', 'yearly', '2026-01-01');
    await buy('b', 'monthly', '2026-01-01');
    await buy('c', 'yearly', '2026-01-01');
    const [first] = await licences();
    await storage.write((database) => revokeLicence(database, { id: first?.id ?? 0 }, at('2026-01-02')));
    await refund('b', '2026-01-05');
    assert.deepEqual(await ends(), [false, false, '2027-01-05']);
    await refund('a', '2026-01-06');
    assert.deepEqual(await ends(), [false, false, '2027-01-05']);
  });

  it('keeps the place behind an earlier licence, and skips revoked ones', async (t) => {
    const { storage, buy, refund, ends } = await open(t, newPlace);
    for (const name of ['a', 'b', 'c', 'd']) await buy(name, 'monthly', '2026-01-01');
    const orders = await storage.read((database) =>
      database.selectFrom('licences').select('id').orderBy('id').execute(),
    );
    await storage.write((database) => revokeLicence(database, { id: orders[2]?.id ?? 0 }, at('2026-01-02')));
    await refund('b', '2026-01-03');
    assert.deepEqual(await ends(), ['2026-02-01', false, false, '2026-03-01']);
  });

  it('has these consequences also when staff have revoked its licence before', async (t) => {
    const { storage, buy, refund, ends, licences } = await open(t, newPlace);
    await buy('a', 'yearly', '2026-01-01');
    await buy('b', 'monthly', '2026-01-01');
    const [first] = await licences();
    await storage.write((database) => revokeLicence(database, { id: first?.id ?? 0 }, at('2026-01-02')));
    assert.deepEqual(await ends(), [false, '2027-02-01']);
    await refund('a', '2026-01-03');
    assert.deepEqual(await ends(), [false, '2026-02-03']);
  });
});
