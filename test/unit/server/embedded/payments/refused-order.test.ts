import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMonobank } from '#server/embedded/payments/monobank.ts';
import { findOrder } from '#server/embedded/payments/orders.ts';
import { pollOrders } from '#server/embedded/payments/poll-orders.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { fakeMonobank } from '../../../../support/fake-monobank.ts';
import { addBankOrder, fulfilAt, invoiceFor } from '../../../../support/orders.ts';
import { until } from '../../../../support/until.ts';

const hourMs = 3_600_000;

describeOnBoth('an order whose payment was refused', (newPlace) => {
  it('is requested until the bank answers after the invoice has expired', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const bank = await fakeMonobank(t);
    const monobank = createMonobank(bank);
    const { invoiceId } = await monobank.createInvoice('some-order', invoiceFor('M1'));
    const id = await addBankOrder(storage, { machine: 'M1', invoiceId });
    bank.report(invoiceId, 'failure');
    const start = Date.now();
    let now = start;
    const logged: string[] = [];
    const polling = pollOrders({
      storage,
      monobank,
      fulfil: fulfilAt(() => new Date(now)),
      writeLog: (_level, _fields, text) => void logged.push(text),
      wakeDelivery: () => undefined,
      now: () => now,
      pollMs: 5,
    });
    t.after(() => polling.close());
    const readOrder = () => storage.read((database) => findOrder(database, id));
    await until('it is refused', async () => (await readOrder())?.status === 'failure');
    bank.report(invoiceId, 'success', new Date(start + 1000).toISOString());
    bank.intercept = () => ({ status: 503, body: 'down' });
    now += hourMs + 60_000;
    await until('the bank has not answered', () => logged.length > 0);
    assert.deepEqual(logged, ['the state of an order could not be requested']);
    bank.intercept = null;
    now += 61_000;
    await until('it is paid', async () => (await readOrder())?.status === 'success');
    assert.equal((await readOrder())?.ask_at, null);
  });
});
