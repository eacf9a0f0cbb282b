import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { WriteLog } from '#server/embedded/lib/write-log.ts';
import { createMonobank } from '#server/embedded/payments/monobank.ts';
import { findOrder } from '#server/embedded/payments/orders.ts';
import { countOpenOrders } from '#server/embedded/payments/poll-orders.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { fakeMonobank } from '../../../../support/fake-monobank.ts';
import { addBankOrder, invoiceFor, pollBank } from '../../../../support/orders.ts';
import { until } from '../../../../support/until.ts';

const hourMs = 3_600_000;

describeOnBoth('an order of another account of the bank', (newPlace) => {
  it('has no status requests after a day, and does not count as open', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const bank = await fakeMonobank(t);
    const clock = { now: Date.now(), reads: 0 };
    const unpaid = await addBankOrder(storage, { machine: 'M1', invoiceId: 'unknown-1', now: new Date(clock.now) });
    const begun = await addBankOrder(storage, { machine: 'M2', invoiceId: 'unknown-2', now: new Date(clock.now) });
    await storage.write((database) =>
      database.updateTable('invoices').set({ status: 'processing' }).where('id', '=', begun).execute(),
    );
    const logged: string[] = [];
    const now = () => {
      clock.reads += 1;
      return clock.now;
    };
    const writeLog: WriteLog = (level) => void logged.push(level);
    pollBank(t, { storage, monobank: createMonobank(bank), writeLog, now });
    const count = () => storage.read((database) => countOpenOrders(database, clock.now));
    const stateOf = async (id: string) => (await storage.read((database) => findOrder(database, id)))?.status;
    clock.now += 23 * hourMs;
    await until('both were requested', () => logged.length >= 2);
    assert.equal((await count()).open, 2);
    clock.now += 2 * hourMs;
    await until('none is open', async () => (await count()).open === 0);
    assert.deepEqual([await stateOf(unpaid), await stateOf(begun)], ['expired', 'processing']);
    const requests = bank.calls.length;
    clock.now += 100 * hourMs;
    const readBefore = clock.reads;
    await until('it looks for orders several more times', () => clock.reads >= readBefore + 5);
    assert.equal(bank.calls.length, requests);
    assert.equal(logged.filter((level) => level === 'error').length, 2);
  });
});

describeOnBoth('a payment that has begun', (newPlace) => {
  it('stays open and is requested again after a 404 of another server than the bank', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const bank = await fakeMonobank(t);
    const { invoiceId } = await createMonobank(bank).createInvoice('some-order', invoiceFor('M1'));
    const start = Date.now();
    const id = await addBankOrder(storage, { machine: 'M1', invoiceId, now: new Date(start) });
    await storage.write((database) =>
      database.updateTable('invoices').set({ status: 'hold' }).where('id', '=', id).execute(),
    );
    const clock = { now: start + 25 * hourMs };
    const logged: string[] = [];
    bank.intercept = () => ({ status: 404, body: '<h1>Not found</h1>' });
    const writeLog: WriteLog = (level) => void logged.push(level);
    pollBank(t, { storage, monobank: createMonobank(bank), writeLog, now: () => clock.now });
    await until('the answer is logged', () => logged.length > 0);
    assert.deepEqual(logged, ['warn']);
    assert.equal((await storage.read((database) => countOpenOrders(database, clock.now))).open, 1);
    bank.intercept = null;
    bank.report(invoiceId, 'success', new Date(clock.now).toISOString());
    clock.now += hourMs;
    await until(
      'it is paid',
      async () => (await storage.read((database) => findOrder(database, id)))?.status === 'success',
    );
  });
});
