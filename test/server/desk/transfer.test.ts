import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { runDesk } from '#server/embedded/desk/desk-command.ts';
import { captureCommand, settingsWithoutSite } from '../../support/capture-command.ts';
import { openDesk } from '../../support/desk.ts';
import { until } from '../../support/until.ts';

const transfer = { plan: 'yearly', language: 'ua', machine: ' 7F3A-91 ', email: 'marta@steppe.example' };

async function open(t: TestContext) {
  const desk = await openDesk(t);
  return {
    ...desk,
    run: (...args: string[]) => captureCommand(t, runDesk, args, settingsWithoutSite(desk.place)),
    record: (changes: Partial<typeof transfer> = {}) => desk.act('/desk/orders/new', { ...transfer, ...changes }),
    orders: () => desk.storage.read((database) => database.selectFrom('invoices').selectAll().execute()),
    licences: () => desk.storage.read((database) => database.selectFrom('licences').selectAll().execute()),
    emails: () => desk.emailsTo(transfer.email),
  };
}

describe('a payment by bank transfer', () => {
  it('is recorded once for two clicks: an order with its licence, and a receipt in the language of the buyer', async (t) => {
    const { record, read, orders, licences, emails } = await open(t);
    assert.match(await read('/desk/orders'), /href="\/desk\/orders\/new"/);
    assert.match(await read('/desk/orders/new'), /\$20\.00 \/ ₴800\.00/);
    const answers = await Promise.all([record(), record()]);
    const [order, ...more] = await orders();
    assert.deepEqual(more, []);
    for (const answer of answers) {
      assert.equal(answer.status, 303);
      assert.equal(answer.headers.get('location'), `/desk/orders/${order?.id}`);
    }
    assert.equal(order?.status, 'success');
    assert.equal(order.ask_at, null, 'no provider is asked for its state');
    const [licence] = await licences();
    assert.equal(licence?.machine_id, '7F3A-91');
    assert.equal(licence.order_id, order.id);
    const [receipt, ...others] = await emails();
    assert.deepEqual(others, []);
    assert.match(receipt?.text ?? '', /800,00 ₴[^]*-----BEGIN GITL LICENCE-----/);
    const page = await read(`/desk/orders/${order.id}`);
    assert.match(page, /800\.00 UAH.*Bank transfer.*Bank transfer recorded/s);
    assert.doesNotMatch(page, /by the bank/i);
  });

  it('is marked as refunded by the staff, who have sent the money back', async (t) => {
    const { record, act, read, orders, licences, emails } = await open(t);
    const page = (await record()).headers.get('location') ?? '';
    assert.match(await read(page), /Transfer 800\.00 UAH back to the buyer first\..*Mark as refunded/s);
    assert.equal((await act(`${page}/refund`)).status, 303);
    assert.doesNotMatch(await read(page), /The bank is being asked/);
    await until('it is refunded', async () => (await orders())[0]?.status === 'reversed');
    assert.ok((await licences())[0]?.revoked);
    assert.equal((await emails()).length, 2);
    assert.notEqual((await record()).headers.get('location'), page, 'it may be recorded anew');
  });

  it('is marked as refunded by a command too, which does not say that the bank refunds it', async (t) => {
    const { record, run, orders } = await open(t);
    await record();
    const [order] = await orders();
    const { text } = await run('orders', 'refund', order?.id ?? '', '--yes');
    assert.match(text, /: the backend will mark it as refunded .*; send the money back by bank transfer\.$/);
    await until('it is refunded', async () => (await orders())[0]?.status === 'reversed');
  });

  it('is not recorded with a wrong value, which stays in the form', async (t) => {
    const { record, orders } = await open(t);
    const wrong: [Partial<typeof transfer>, RegExp][] = [
      [{ email: 'marta' }, /value="7F3A-91"[^]*not an email address/],
      [{ machine: '' }, /not a machine identifier/],
      [{ plan: 'trial' }, /Payment by bank transfer/],
      [{ language: 'xx' }, /Payment by bank transfer/],
    ];
    for (const [changes, text] of wrong) {
      const answer = await record(changes);
      assert.equal(answer.status, 422, JSON.stringify(changes));
      assert.match(await answer.text(), text);
    }
    assert.deepEqual(await orders(), []);
  });
});
