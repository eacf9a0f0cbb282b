import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { createMonobank } from '#server/embedded/payments/monobank.ts';
import { applyReport, findOrder } from '#server/embedded/payments/orders.ts';
import type { WriteLog } from '#server/embedded/lib/write-log.ts';
import type { DatabasePlace } from '#server/embedded/storage/storage.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { fakeMonobank } from '../../../../support/fake-monobank.ts';
import { addBankOrder, fulfilAt, invoiceFor, pollBank } from '../../../../support/orders.ts';
import { until } from '../../../../support/until.ts';

const hourMs = 3_600_000;

/** Polls for an order whose payment the bank has refused. */
async function refuse(t: TestContext, place: DatabasePlace) {
  const storage = await openTestStorage(t, place);
  const bank = await fakeMonobank(t);
  const monobank = createMonobank(bank);
  const { invoiceId } = await monobank.createInvoice('some-order', invoiceFor('M1'));
  const id = await addBankOrder(storage, { machine: 'M1', invoiceId });
  bank.report(invoiceId, 'failure');
  const clock = { now: Date.now() };
  const logged: string[] = [];
  const writeLog: WriteLog = (_level, _fields, text) => void logged.push(text);
  pollBank(t, { storage, monobank, writeLog, now: () => clock.now });
  const readOrder = () => storage.read((database) => findOrder(database, id));
  return { storage, bank, invoiceId, clock, logged, readOrder };
}

describeOnBoth('an order whose payment was refused', (newPlace) => {
  it('is requested until the bank answers after the invoice has expired', async (t) => {
    const { bank, invoiceId, clock, logged, readOrder } = await refuse(t, await newPlace(t));
    await until('it is refused', async () => (await readOrder())?.status === 'failure');
    bank.report(invoiceId, 'success', new Date(clock.now + 1000).toISOString());
    bank.intercept = () => ({ status: 503, body: 'down' });
    clock.now += hourMs + 60_000;
    await until('the bank has not answered', () => logged.length > 0);
    assert.deepEqual(logged, ['the state of an order could not be requested']);
    bank.intercept = null;
    clock.now += 61_000;
    await until('it is paid', async () => (await readOrder())?.status === 'success');
    assert.equal((await readOrder())?.ask_at, clock.now + 24 * hourMs, 'from now on once a day, for a refund');
  });

  it('is requested once more if the report of the refusal comes after the invoice has expired', async (t) => {
    const { storage, bank, invoiceId, clock, logged, readOrder } = await refuse(t, await newPlace(t));
    bank.intercept = () => ({ status: 503, body: 'down' });
    clock.now += 20_000;
    const modifiedDate = new Date(clock.now).toISOString();
    await until('the bank does not answer', () => logged.length > 0);
    clock.now += hourMs;
    const report = { invoiceId, status: 'failure', modifiedDate } as const;
    await storage.write((data) => applyReport(data, 'monobank', report, fulfilAt(), new Date(clock.now)));
    bank.report(invoiceId, 'success', modifiedDate);
    bank.intercept = null;
    clock.now += 61_000;
    await until('it is paid', async () => (await readOrder())?.status === 'success');
  });
});
