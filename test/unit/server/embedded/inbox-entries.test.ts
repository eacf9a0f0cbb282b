import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openDatabase } from '#server/embedded/database.ts';
import { readInbox } from '#server/embedded/inbox-entries.ts';

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
      readInbox(database).map(({ kind, date }) => [kind, date.slice(0, 10)]),
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
    assert.deepEqual(readInbox(database), [
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
    assert.equal(readInbox(database).length, 3);
    assert.ok(readInbox(database).some(({ lines }) => lines.some((line) => line.includes('order 7'))));
  });
});
