import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { base64, goodMessage, pdf } from '../../../support/contact.ts';
import { killAfter } from '../../../support/process.ts';

const rounds = 15;

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'idempotency-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function startBackend(t: TestContext, dataDir: string): Promise<{ origin: string; child: ChildProcess }> {
  const file = join(import.meta.dirname, '../../../support/embedded-process.ts');
  const child = fork(file, [dataDir], { execArgv: process.execArgv });
  killAfter(t, child);
  const [origin] = (await once(child, 'message')) as [string];
  return { origin, child };
}

interface Post {
  path: string;
  body: unknown;
  key?: string;
}

/** Sends a post as the site does; answers the status and the parsed body. */
async function send(origin: string, { path, body, key }: Post): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-token': 'secret-test-token',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

const invoice = (reference: string) => ({
  amount: 2000,
  ccy: 840,
  merchantPaymInfo: {
    reference,
    destination: 'GITL licence, Yearly',
    comment: 'Thank you',
    customerEmails: ['marta@steppe.example'],
    basketOrder: [{ name: 'GITL licence, Yearly', qty: 1, sum: 2000, code: 'yearly', unit: 'year' }],
  },
  redirectUrl: 'https://obrii.example/checkout?status=success',
  webHookUrl: 'https://obrii.example/api/monopay/webhook',
  validity: 3600,
  paymentType: 'debit',
});

/** A post of each kind, its content new in each round, and how to count what is stored of it. */
const kinds = [
  {
    kind: 'a comment',
    post: (mark: string) => ({ path: '/api/news/1/comments', body: { author: 'Olha', content: mark } }),
    count: 'SELECT count(*) AS count FROM comments WHERE content = ?',
  },
  {
    kind: 'a message with an attachment',
    post: (mark: string) => ({
      path: '/api/contact',
      body: {
        ...goodMessage(),
        message: `The message ${mark}`,
        attachment: { name: 'cv.pdf', type: 'application/pdf', data: base64(pdf(300_000)) },
      },
    }),
    count: "SELECT count(*) AS count FROM messages WHERE message = 'The message ' || ?",
  },
  {
    kind: 'a trial',
    post: (mark: string) => ({ path: '/api/trial/start', body: { machine_id: mark, email: 'marta@steppe.example' } }),
    count: 'SELECT count(*) AS count FROM trials WHERE machine_id = ?',
  },
  {
    kind: 'an invoice',
    post: (mark: string) => ({ path: '/api/monopay/invoice/create', body: invoice(mark) }),
    count: "SELECT count(*) AS count FROM invoices WHERE payload LIKE '%' || ? || '%'",
  },
];

function countRows(dataDir: string, sql: string, mark: string): number {
  using database = new DatabaseSync(join(dataDir, 'backend.sqlite'), { readOnly: true });
  return (database.prepare(sql).get(mark) as { count: number }).count;
}

describe('two processes on one DATA_DIR that get the same post at the same moment', () => {
  for (const { kind, post, count } of kinds)
    it(`store ${kind} once and answer both alike`, async (t) => {
      const dataDir = temporaryFolder(t);
      const copies = [await startBackend(t, dataDir), await startBackend(t, dataDir)];
      const twice: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const mark = `mark-${round}-of-${rounds}`;
        const sent = { ...post(mark), key: randomUUID() };
        const answers = await Promise.all(
          [...copies, ...copies].map(async ({ origin }) => {
            const { status, body } = await send(origin, sent);
            return { status, body: JSON.stringify(body).replaceAll(origin, '') };
          }),
        );
        assert.ok((answers[0]?.status ?? 500) < 300, JSON.stringify(answers));
        const different = answers.some((answer) => JSON.stringify(answer) !== JSON.stringify(answers[0]));
        if (countRows(dataDir, count, mark) !== 1 || different) twice.push(mark);
      }
      assert.deepEqual(twice, [], `${twice.length} of ${rounds} rounds`);
    });
});
