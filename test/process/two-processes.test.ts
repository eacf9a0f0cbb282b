import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { postsOfEachKind } from '../support/posts.ts';
import { checkFile, postComment, startProcess, startReady, storageOf, temporaryFolder } from '../support/process.ts';
import { until } from '../support/until.ts';

describe('two processes on one DATA_DIR', () => {
  it('start at the same time, write at the same time, and corrupt nothing', async (t) => {
    const dataDir = await temporaryFolder(t);
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
    const sites = await Promise.all([startProcess(t, { env }), startProcess(t, { env })]);
    await Promise.all(sites.map((site) => site.ready()));
    for (const site of sites) assert.equal(await storageOf(site), 'ok', site.output());
    const sent = await Promise.all(
      Array.from({ length: 80 }, async (_, position) => {
        const content = `shared ${position}`;
        // On a busy machine the queue refuses some, before it sends them to the backend.
        await until('the comment is stored', async () => {
          const answer = await postComment(sites[position % 2]?.origin ?? '', content);
          assert.match(`${answer.status} ${await answer.text()}`, /^201|^503 .*busy/);
          return answer.status === 201;
        });
        return content;
      }),
    );
    for (const site of sites) site.child.kill('SIGTERM');
    for (const site of sites) assert.equal(await site.ended, 0);
    assert.deepEqual(checkFile(dataDir).sort(), sent.sort());
  });

  it('store once what is sent to both of them at the same moment, of each kind, 15 times', async (t) => {
    const dataDir = await temporaryFolder(t);
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', PUBLIC_URL: 'http://site.example' };
    const sites = await Promise.all([startReady(t, { env }), startReady(t, { env })]);
    const twice: string[] = [];
    for (let round = 0; round < 15; round += 1) {
      for (const [kind, { path, body }] of Object.entries(postsOfEachKind(`round ${round}`))) {
        // A browser makes one key for each submit, and sends it again with each retry.
        const key = randomUUID();
        const answers = await Promise.all(
          sites.map(async ({ origin }) => {
            const answer = await fetch(origin + path, {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'idempotency-key': key },
              body: JSON.stringify(body),
            });
            return `${answer.status} ${await answer.text()}`;
          }),
        );
        assert.match(answers[0] ?? '', /^20/);
        if (answers[0] !== answers[1]) twice.push(`${kind} ${round}: ${answers.join(', ')}`);
      }
    }
    assert.deepEqual(twice, []);
    using database = new DatabaseSync(join(dataDir, 'backend.sqlite'), { readOnly: true });
    const counts = ['comments', 'messages', 'trials', 'invoices'].map(
      (table) => database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count'],
    );
    assert.deepEqual(counts, [15, 15, 15, 15], 'comments, messages, trials, invoices');
  });
});
