import assert from 'node:assert/strict';
import { it } from 'node:test';
import { is } from 'superstruct';
import type { OrderState } from '#shared/order-states.ts';
import {
  addOrder,
  applyReport,
  findOrder,
  ensureCurrentOrder,
  storePaymentPage,
} from '#server/embedded/payments/orders.ts';
import { NewInvoice } from '#server/embedded/payments/invoice.ts';
import { findStates } from '#server/embedded/payments/state-history.ts';
import { decideSandboxInvoice } from '#server/embedded/payments/sandbox.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { addBankOrder, fulfilAt, invoiceFor } from '../../../../support/orders.ts';

describeOnBoth('an order', (newPlace) => {
  it('that is paid stays paid until it is refunded, and then stays refunded', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const id = await addBankOrder(storage, { machine: 'M', invoiceId: 'p2_1' });
    const states: (OrderState | undefined)[] = [];
    for (const [second, status] of (['success', 'failure', 'expired', 'reversed', 'success'] as const).entries()) {
      const modifiedDate = `2026-03-01T10:00:0${second}Z`;
      const report = { invoiceId: 'p2_1', status, modifiedDate };
      await storage.write((database) => applyReport(database, 'monobank', report, fulfilAt()));
      states.push((await storage.read((database) => findOrder(database, id)))?.status);
    }
    assert.deepEqual(states, ['success', 'success', 'success', 'reversed', 'reversed']);
  });

  it('has an id that a command does not take for an option', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    for (let count = 0; count < 20; count += 1)
      assert.match(await addBankOrder(storage, { machine: `M${count}`, invoiceId: `p2_${count}` }), /^[\da-f]{24}$/);
  });

  it('is paid by a report that is older than one of a state before', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const id = await addBankOrder(storage, { machine: 'M', invoiceId: 'p2_1' });
    for (const [status, second] of [
      ['processing', 5],
      ['success', 4],
      ['failure', 6],
    ] as const) {
      const report = { invoiceId: 'p2_1', status, modifiedDate: `2026-03-01T10:00:0${second}Z` };
      await storage.write((database) => applyReport(database, 'monobank', report, fulfilAt()));
    }
    assert.equal((await storage.read((database) => findOrder(database, id)))?.status, 'success');
  });

  it('is paid, with a warning, when the bank reports another amount or currency', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const lines: unknown[] = [];
    const fulfil = fulfilAt(undefined, (level, fields, text) => lines.push([level, fields, text]));
    for (const [invoiceId, paid, reason] of [
      ['p2_1', { amount: 1, ccy: 840 }, '0.01 USD ≠ 20.00 USD'],
      ['p2_2', { amount: 82_000, ccy: 980 }, '820.00 UAH ≠ 20.00 USD'],
      ['p2_3', { amount: 2000, ccy: 840 }, null],
      ['p2_4', {}, null],
    ] as const) {
      const id = await addBankOrder(storage, { machine: 'M', invoiceId });
      const report = { invoiceId, status: 'success', modifiedDate: '2026-03-01T10:00:00Z', ...paid } as const;
      for (let count = 0; count < 2; count += 1)
        await storage.write((database) => applyReport(database, 'monobank', report, fulfil));
      const text = 'the payment provider has reported another amount than that of the order';
      assert.deepEqual(lines.splice(0), reason === null ? [] : [['warn', { invoice: invoiceId, reason }, text]]);
      const states = await storage.read((database) => findStates(database, [id]));
      assert.deepEqual(states.at(-1), { ...states.at(-1), state: 'success', reason });
      const licences = await storage.read((database) =>
        database.selectFrom('licences').selectAll().where('order_id', '=', id).execute(),
      );
      assert.equal(licences.length, 1);
    }
  });

  it('has the payment page that was stored first', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const id = await addBankOrder(storage, { machine: 'M', invoiceId: null });
    const store = (invoiceId: string) =>
      storage.write((database) =>
        storePaymentPage(database, id, { invoiceId, pageUrl: `https://pay.example/${invoiceId}` }, 0),
      );
    assert.equal(await store('one'), 'https://pay.example/one');
    assert.equal(await store('other'), 'https://pay.example/one');
  });

  it('of the bank ignores the sandbox, and one of the sandbox ignores the bank', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const id = await addBankOrder(storage, { machine: 'M', invoiceId: 'p2_1' });
    const report = { status: 'success', modifiedDate: '2026-03-01T10:00:00Z' } as const;
    for (const invoiceId of ['p2_1', id])
      assert.equal(
        await storage.write((database) => applyReport(database, 'sandbox', { ...report, invoiceId }, fulfilAt())),
        false,
      );
    assert.equal((await storage.read((database) => findOrder(database, id)))?.status, 'created');
  });

  it('of the bank gets no id of the bank from a report of the sandbox that refers to it', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const id = await addBankOrder(storage, { machine: 'M', invoiceId: null });
    const reference = JSON.stringify({ order: id });
    const report = {
      invoiceId: 'made-up',
      reference,
      status: 'created',
      modifiedDate: '2026-03-01T10:00:00Z',
    } as const;
    const apply = (provider: 'sandbox' | 'monobank') =>
      storage.write((database) => applyReport(database, provider, report, fulfilAt()));
    const readId = async () => (await storage.read((database) => findOrder(database, id)))?.provider_id;
    assert.equal(await apply('sandbox'), false);
    assert.equal(await readId(), null);
    assert.equal(await apply('monobank'), true);
    assert.equal(await readId(), 'made-up');
  });

  it('of the sandbox can be approved after it was declined, also if the clock was set back meanwhile', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const id = await storage.write((database) =>
      addOrder(database, invoiceFor('M'), { provider: 'sandbox', language: 'en' }),
    );
    const modifiedDate = new Date(Date.now() + 3_600_000).toISOString();
    const report = { invoiceId: id, status: 'failure', modifiedDate } as const;
    await storage.write((database) => applyReport(database, 'sandbox', report, fulfilAt()));
    const decided = await storage.write((database) => decideSandboxInvoice(database, id, 'approve', fulfilAt()));
    assert.equal(decided?.status, 'success');
  });

  it('that ends within minutes is replaced by a new one if it has no payment page yet', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const now = new Date();
    const created = new Date(now.getTime() - 59 * 60_000);
    const payable = (id: string) => storage.write((database) => ensureCurrentOrder(database, id, now));
    const withoutPage = await addBankOrder(storage, { machine: 'M', invoiceId: null, now: created });
    const next = await payable(withoutPage);
    assert.deepEqual([next.follows, next.created], [withoutPage, now.toISOString()]);
    assert.equal((await payable(withoutPage)).id, next.id);
    const withPage = await addBankOrder(storage, { machine: 'M', invoiceId: 'p2_1', now: created });
    assert.equal((await payable(withPage)).id, withPage);
  });

  it('whose payment is in progress is not replaced by a new one', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const id = await addBankOrder(storage, { machine: 'M', invoiceId: 'p2_1' });
    const report = { invoiceId: 'p2_1', status: 'processing', modifiedDate: '2026-03-01T10:00:00Z' } as const;
    await storage.write((database) => applyReport(database, 'monobank', report, fulfilAt()));
    const later = new Date(Date.now() + 24 * 3_600_000);
    assert.equal((await storage.write((database) => ensureCurrentOrder(database, id, later))).id, id);
  });
});

describeOnBoth('an order whose invoice can no longer be paid', (newPlace) => {
  it('is replaced by one other order, after any number of requests', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const start = new Date('2026-03-01T10:00:00Z');
    const id = await storage.write((database) =>
      addOrder(database, invoiceFor('M'), { provider: 'monobank', language: 'ua' }, start),
    );
    const open = (now: Date) => storage.write((database) => ensureCurrentOrder(database, id, now));
    assert.equal((await open(new Date(start.getTime() + 1_800_000))).id, id);
    const later = new Date(start.getTime() + 3_600_000 + 1);
    const followers = await Promise.all([open(later), open(later), open(later)]);
    assert.equal(new Set(followers.map((order) => order.id)).size, 1);
    const [follower] = followers;
    assert.notEqual(follower?.id, id);
    assert.deepEqual([follower?.follows, follower?.language, follower?.plan], [id, 'ua', 'yearly']);
    const next = await open(new Date(later.getTime() + 3_600_000 + 1));
    assert.equal(next.follows, follower?.id);
  });

  it('of the shortest valid invoice is replaced once when it has expired; a shorter one is refused', async (t) => {
    const shortest = { ...invoiceFor('M'), validity: 301 };
    assert.ok(is(shortest, NewInvoice));
    assert.ok(!is({ ...shortest, validity: 300 }, NewInvoice));
    const storage = await openTestStorage(t, await newPlace(t));
    const hourAgo = new Date(Date.now() - 3_600_000);
    const origin = { provider: 'monobank', language: null } as const;
    const id = await storage.write((database) => addOrder(database, shortest, origin, hourAgo));
    const current = await storage.write((database) => ensureCurrentOrder(database, id));
    assert.notEqual(current.id, id);
    assert.equal((await storage.write((database) => ensureCurrentOrder(database, id))).id, current.id);
  });
});
