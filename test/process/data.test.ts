import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { get as httpGet } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  postComment,
  readComments,
  root,
  startProcess,
  startReady,
  temporaryFolder,
  type SiteProcess,
} from '../support/process.ts';
import { until } from '../support/until.ts';

async function assertPagesGoOn({ origin }: SiteProcess) {
  for (const path of ['/', '/news', '/news/smart-protective-equipment', '/contacts'])
    assert.equal((await fetch(origin + path)).status, 200, path);
}

const storageOf = async ({ origin }: SiteProcess) =>
  ((await (await fetch(`${origin}/readyz`)).json()) as { storage: string }).storage;

function checkFile(dataDir: string): string[] {
  const database = new DatabaseSync(join(dataDir, 'backend.sqlite'));
  try {
    const [check] = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    assert.equal(check?.integrity_check, 'ok');
    return (database.prepare('SELECT content FROM comments').all() as { content: string }[]).map(
      ({ content }) => content,
    );
  } finally {
    database.close();
  }
}

describe('DATA_DIR', () => {
  it('that cannot be written to is said in one line, posts are refused with a clear message, pages go on', async (t) => {
    const site = await startReady(t, { env: { DATA_DIR: '/dev/null/data' } });
    await site.says('DATA_DIR /dev/null/data cannot be used');
    await assertPagesGoOn(site);
    assert.equal(await storageOf(site), 'failing');
    const answer = await postComment(site.origin, 'lost?');
    assert.equal(answer.status, 503);
    assert.match(((await answer.json()) as { error: string }).error, /storage cannot be written/);
    const form = await fetch(`${site.origin}/news/smart-protective-equipment`, {
      method: 'POST',
      body: new URLSearchParams({ author: 'Olha', content: 'Kept on the page' }),
      redirect: 'manual',
    });
    assert.equal(form.status, 502);
    assert.match(await form.text(), /Kept on the page/);
  });

  it('on a disk that fills up while running: posts are answered 503 or 507 with a clear message, pages go on, what was kept stays', async (t) => {
    const dataDir = await temporaryFolder(t);
    const site = await startReady(t, { env: { DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, fileLimit: 1024 });
    const kept: string[] = [];
    let refused: Response | undefined;
    for (let count = 0; count < 800 && !refused; count += 1) {
      const content = `${count} ${'x'.repeat(3900)}`;
      const answer = await postComment(site.origin, content);
      if (answer.status === 201) kept.push(content);
      else refused = answer;
    }
    assert.ok(refused, 'the disk is full some time');
    assert.ok([503, 507].includes(refused.status), `${refused.status}`);
    assert.match(((await refused.json()) as { error: string }).error, /could not be stored/);
    await assertPagesGoOn(site);
    assert.equal(await storageOf(site), 'failing');
    await site.says('DATA_DIR needs you');
    assert.equal(site.child.exitCode, null);
    site.child.kill('SIGKILL');
    await site.ended;
    const found = new Set(checkFile(dataDir));
    assert.ok(kept.length > 5);
    assert.deepEqual(
      kept.filter((content) => !found.has(content)),
      [],
    );
  });
});

describe('kill -9 in the middle of writes', () => {
  it('keeps every acknowledged row', async (t) => {
    const dataDir = await temporaryFolder(t);
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const site = await startReady(t, { env: { DATA_DIR: dataDir, LOG_LEVEL: 'warn' } });
      const worker = async (name: number) => {
        for (let count = 0; ; count += 1) {
          const content = `${round}-${name}-${count}`;
          const answer = await postComment(site.origin, content).catch(() => null);
          if (!answer) return;
          if (answer.status === 201) acknowledged.push(content);
        }
      };
      const load = Promise.all([0, 1, 2, 3].map(worker));
      await wait(900 + round * 137);
      site.child.kill('SIGKILL');
      await load;
      await site.ended;
    }
    assert.ok(acknowledged.length > 50, `${acknowledged.length} rows`);
    const found = new Set(checkFile(dataDir));
    assert.deepEqual(
      acknowledged.filter((content) => !found.has(content)),
      [],
    );
    const again = await startReady(t, { env: { DATA_DIR: dataDir } });
    assert.ok((await readComments(again.origin)).includes(acknowledged.at(-1) ?? ''));
  });
});

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
        const answer = await postComment(sites[position % 2]?.origin ?? '', content);
        assert.equal(answer.status, 201, await answer.text());
        return content;
      }),
    );
    for (const site of sites) site.child.kill('SIGTERM');
    for (const site of sites) assert.equal(await site.ended, 0);
    assert.deepEqual(checkFile(dataDir).sort(), sent.sort());
  });

  it('take what is sent to both of them once', async (t) => {
    const dataDir = await temporaryFolder(t);
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', PUBLIC_URL: 'http://site.example' };
    const sites = await Promise.all([startReady(t, { env }), startReady(t, { env })]);
    const purchase = { machine_id: '7F3A', email: 'ann@example.org', plan: 'monthly', language: 'en' };
    const invoices = new Set<string>();
    for (const { origin } of sites) {
      assert.equal((await postComment(origin, 'said once')).status, 201);
      const answer = await fetch(`${origin}/api/monopay/invoice/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(purchase),
      });
      invoices.add(((await answer.json()) as { pageUrl: string }).pageUrl);
    }
    assert.equal(invoices.size, 1);
    assert.deepEqual(checkFile(dataDir), ['said once']);
  });
});

describe(
  'visitors who leave in the middle of a film',
  { skip: process.platform === 'linux' ? false : 'counts open files in /proc' },
  () => {
    it('leave no open file behind', async (t) => {
      const site = await startReady(t, { env: { LOG_LEVEL: 'warn' } });
      const [file = ''] = execFileSync('find', ['dist/client/assets', '-size', '+400k', '-name', '*.mp4'], {
        encoding: 'utf8',
        cwd: root,
      }).split('\n');
      assert.ok(file, 'there is a large file');
      const openFiles = () =>
        readdirSync(`/proc/${site.child.pid}/fd`).filter((name) => {
          try {
            return readlinkSync(`/proc/${site.child.pid}/fd/${name}`).includes('/dist/client/');
          } catch {
            return false;
          }
        });
      await Promise.all(
        Array.from(
          { length: 30 },
          () =>
            new Promise<void>((resolve) => {
              const request = httpGet(`${site.origin}/${file.replace('dist/client/', '')}`, (response) => {
                response.once('data', () => {
                  response.destroy();
                  resolve();
                });
              });
              request.once('error', () => resolve());
            }),
        ),
      );
      await until('every file is closed', () => openFiles().length === 0);
    });
  },
);
