import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { countInbox, readInbox } from '#server/embedded/commands/inbox-entries.ts';
import { describeOnBoth, openTestStorage, type NewPlace } from '../../../../support/databases.ts';

async function open(t: TestContext, newPlace: NewPlace) {
  const storage = await openTestStorage(t, await newPlace(t));
  const invoice = (id: string, created: string, body: object) =>
    storage.write((database) =>
      database
        .insertInto('invoices')
        .values({ id, status: 'created', payload: JSON.stringify(body), created, modified: created })
        .execute(),
    );
  const trial = (machine_id: string, date: string) =>
    storage.write((database) =>
      database.insertInto('trials').values({ machine_id, email: 'ivan@steppe.example', date }).execute(),
    );
  const read = (paging = firstPage) => storage.read((database) => readInbox(database, paging));
  return { storage, invoice, trial, read };
}

const firstPage = { limit: 50, offset: 0 };

const payload = (reference: string) => ({
  amount: 2000,
  ccy: 840,
  merchantPaymInfo: { reference, customerEmails: ['marta@steppe.example'] },
});

describeOnBoth('the inbox', (newPlace) => {
  it('lists everything newest first, invoices among the rest', async (t) => {
    const { invoice, trial, read } = await open(t, newPlace);
    await invoice('early', '2026-03-01T10:00:00.000Z', payload('{"plan":"monthly","machine_id":"7F3A"}'));
    await trial('91C2', '2026-03-02T10:00:00.000Z');
    await invoice('late', '2026-03-03T10:00:00.000Z', payload('{"plan":"yearly","machine_id":"7F3A"}'));
    assert.deepEqual(
      (await read()).map(({ kind, date }) => [kind, date.slice(0, 10)]),
      [
        ['invoice', '2026-03-03'],
        ['trial', '2026-03-02'],
        ['invoice', '2026-03-01'],
      ],
    );
  });

  it('shows the date, the buyer, the plan and the amount of an invoice', async (t) => {
    const { invoice, read } = await open(t, newPlace);
    await invoice('abc', '2026-03-01T10:00:00.000Z', payload('{"plan":"yearly","machine_id":"7F3A"}'));
    assert.deepEqual(await read(), [
      {
        kind: 'invoice',
        id: 'abc',
        date: '2026-03-01T10:00:00.000Z',
        from: 'marta@steppe.example',
        lines: ['20.00 USD, created', 'plan: yearly, machine: 7F3A'],
      },
    ]);
  });

  it('shows an invoice whose reference has an unknown format', async (t) => {
    const { invoice, read } = await open(t, newPlace);
    for (const reference of ['order 7', 'null', ''])
      await invoice(`id-${reference}`, '2026-03-01T10:00:00.000Z', payload(reference));
    const entries = await read();
    assert.equal(entries.length, 3);
    assert.ok(entries.some(({ lines }) => lines.some((line) => line.includes('order 7'))));
  });

  it('lists older entries of all kinds page by page', async (t) => {
    const { storage, invoice, trial, read } = await open(t, newPlace);
    const dateOf = (day: number) => `2026-03-${String(day).padStart(2, '0')}T10:00:00.000Z`;
    for (let day = 1; day <= 9; day += 1) {
      if (day % 2 === 0) await invoice(`i${day}`, dateOf(day), payload('{}'));
      else await trial(`t${day}`, dateOf(day));
    }
    const daysOf = async (offset: number) =>
      (await read({ limit: 4, offset })).map(({ date }) => Number(date.slice(8, 10)));
    assert.deepEqual(
      [await daysOf(0), await daysOf(4), await daysOf(8), await daysOf(12)],
      [[9, 8, 7, 6], [5, 4, 3, 2], [1], []],
    );
    assert.equal(await storage.read(countInbox), 9);
  });
});
