import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openDatabase } from '#server/embedded/database.ts';
import { countInbox, readInbox } from '#server/embedded/inbox-entries.ts';

function open(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-'));
  const database = openDatabase(folder);
  t.after(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const invoice = (id: string, created: string, payload: object) => {
    database
      .prepare('INSERT INTO invoices (id, status, payload, created, modified) VALUES (?, ?, ?, ?, ?)')
      .run(id, 'created', JSON.stringify(payload), created, created);
  };
  return { database, invoice };
}

const firstPage = { limit: 50, offset: 0 };

const payload = (reference: string) => ({
  amount: 2000,
  ccy: 840,
  merchantPaymInfo: { reference, customerEmails: ['marta@steppe.example'] },
});

describe('the inbox', () => {
  it('lists everything newest first, invoices among the rest', (t) => {
    const { database, invoice } = open(t);
    invoice('early', '2026-03-01T10:00:00.000Z', payload('{"plan":"monthly","machine_id":"7F3A"}'));
    database
      .prepare('INSERT INTO trials (machine_id, email, date) VALUES (?, ?, ?)')
      .run('91C2', 'ivan@steppe.example', '2026-03-02T10:00:00.000Z');
    invoice('late', '2026-03-03T10:00:00.000Z', payload('{"plan":"yearly","machine_id":"7F3A"}'));
    assert.deepEqual(
      readInbox(database, firstPage).map(({ kind, date }) => [kind, date.slice(0, 10)]),
      [
        ['invoice', '2026-03-03'],
        ['trial', '2026-03-02'],
        ['invoice', '2026-03-01'],
      ],
    );
  });

  it('says of an invoice when, who, which plan and how much', (t) => {
    const { database, invoice } = open(t);
    invoice('abc', '2026-03-01T10:00:00.000Z', payload('{"plan":"yearly","machine_id":"7F3A"}'));
    assert.deepEqual(readInbox(database, firstPage), [
      {
        kind: 'invoice',
        id: 'abc',
        date: '2026-03-01T10:00:00.000Z',
        from: 'marta@steppe.example',
        lines: ['20.00 USD, created', 'plan: yearly, machine: 7F3A'],
      },
    ]);
  });

  it('shows an invoice whose reference is somebody else’s', (t) => {
    const { database, invoice } = open(t);
    for (const reference of ['order 7', 'null', ''])
      invoice(`id-${reference}`, '2026-03-01T10:00:00.000Z', payload(reference));
    assert.equal(readInbox(database, firstPage).length, 3);
    assert.ok(readInbox(database, firstPage).some(({ lines }) => lines.some((line) => line.includes('order 7'))));
  });

  it('goes back page by page, over all kinds together', (t) => {
    const { database, invoice } = open(t);
    const dateOf = (day: number) => `2026-03-${String(day).padStart(2, '0')}T10:00:00.000Z`;
    for (let day = 1; day <= 9; day += 1) {
      if (day % 2 === 0) invoice(`i${day}`, dateOf(day), payload('{}'));
      else
        database
          .prepare('INSERT INTO trials (machine_id, email, date) VALUES (?, ?, ?)')
          .run(`t${day}`, 'ivan@steppe.example', dateOf(day));
    }
    const daysOf = (offset: number) =>
      readInbox(database, { limit: 4, offset }).map(({ date }) => Number(date.slice(8, 10)));
    assert.deepEqual([daysOf(0), daysOf(4), daysOf(8), daysOf(12)], [[9, 8, 7, 6], [5, 4, 3, 2], [1], []]);
    assert.equal(countInbox(database), 9);
  });
});
