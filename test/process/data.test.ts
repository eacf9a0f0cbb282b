import assert from 'node:assert/strict';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { contactFormData, pdf } from '../support/contact.ts';
import { json, postsOfEachKind } from '../support/posts.ts';
import {
  checkFile,
  killAfter,
  postComment,
  metricsToken,
  readComments,
  readMetrics,
  root,
  startReady,
  storageOf,
  temporaryFolder,
  type SiteProcess,
} from '../support/process.ts';
import { until } from '../support/until.ts';

const article = '/news/smart-protective-equipment';

async function assertPagesGoOn({ origin }: SiteProcess) {
  for (const path of ['/', '/news', article, '/contacts']) assert.equal((await fetch(origin + path)).status, 200, path);
}

/** Posts a comment as a browser without JavaScript does. */
const postForm = (origin: string, content: string) =>
  fetch(origin + article, {
    method: 'POST',
    body: new URLSearchParams({ author: 'Olha', content }),
    redirect: 'manual',
  });

const deskEmail = 'marta@obrii.example';

/** Creates an invoice, and returns the path of its payment page, which shows the e-mail address of the order. */
async function createInvoice(origin: string): Promise<string> {
  const order = { machine_id: 'decided', email: 'decided@example.org', plan: 'monthly', language: 'en' };
  const answer = await fetch(`${origin}/api/monopay/invoice/create`, json(order));
  return ((await answer.json()) as { pageUrl: string }).pageUrl;
}

/** Asserts that every form without JavaScript gets its page with the typed values while nothing can be stored. */
async function assertFormsRefused({ origin }: SiteProcess, invoicePath: string) {
  const activation = { machine_id: 'refused', email: 'refused@example.org', language: 'en' };
  const forms: [path: string, body: URLSearchParams | FormData, typed: string][] = [
    [article, new URLSearchParams({ author: 'Olha', content: 'Still on the page' }), 'Still on the page'],
    ['/gitl', new URLSearchParams({ ...activation, plan: 'trial' }), activation.email],
    ['/gitl', new URLSearchParams({ ...activation, plan: 'monthly' }), activation.email],
    ['/contacts', contactFormData({ message: 'Still in the form' }), 'Still in the form'],
    ['/contacts', contactFormData({ message: 'Still in the form' }, { content: pdf() }), 'Still in the form'],
    ['/desk/sign-in', new URLSearchParams({ email: deskEmail }), deskEmail],
    [invoicePath, new URLSearchParams({ decision: 'approve' }), 'decided@example.org'],
  ];
  for (const [path, body, typed] of forms) {
    const answer = await fetch(origin + path, { method: 'POST', body, redirect: 'manual' });
    assert.ok([503, 507].includes(answer.status), `${path} ${answer.status}`);
    assert.ok((await answer.text()).includes(typed), `${path} keeps ${typed}`);
  }
}

describe('DATA_DIR', () => {
  it('that is gone while the site runs refuses posts with and without JavaScript, and is used again when it is back', async (t) => {
    const dataDir = join(await temporaryFolder(t), 'data');
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'info', METRICS_TOKEN: metricsToken, DESK_EMAILS: deskEmail };
    const site = await startReady(t, { env });
    assert.equal((await postComment(site.origin, 'before')).status, 201);
    const invoicePath = await createInvoice(site.origin);
    await rename(dataDir, `${dataDir}-away`);
    const answer = await postComment(site.origin, 'refused');
    assert.equal(answer.status, 503);
    assert.match(((await answer.json()) as { error: string }).error, /could not be stored/);
    for (const [kind, { path, body }] of Object.entries(postsOfEachKind('refused'))) {
      const refused = await fetch(site.origin + path, json(body));
      assert.equal(refused.status, 503, kind);
    }
    await assertFormsRefused(site, invoicePath);
    await assertPagesGoOn(site);
    assert.equal(await storageOf(site), 'failing');
    assert.match(await readMetrics(site), /^site_storage\{state="failing"\} 1$/m);
    await rename(`${dataDir}-away`, dataDir);
    await until('the storage is usable', async () => (await storageOf(site)) === 'ok');
    assert.match(await readMetrics(site), /^site_storage\{state="failing"\} 0$/m);
    assert.equal((await postComment(site.origin, 'after')).status, 201);
    assert.equal((await postForm(site.origin, 'after, by form')).status, 303);
    site.child.kill('SIGTERM');
    assert.equal(await site.ended, 0);
    assert.deepEqual(checkFile(dataDir), ['before', 'after', 'after, by form']);
  });

  it('on a disk that fills up while running: posts are answered 503 or 507 with a clear message, pages go on, what was stored stays, and posts are stored again when there is room', async (t) => {
    const dataDir = await temporaryFolder(t);
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', DESK_EMAILS: deskEmail };
    const site = await startReady(t, { env, fileLimit: 1024 });
    const invoicePath = await createInvoice(site.origin);
    const stored: string[] = [];
    let refused: Response | undefined;
    for (let count = 0; count < 800 && !refused; count += 1) {
      const content = `${count} ${'x'.repeat(3900)}`;
      const answer = await postComment(site.origin, content);
      if (answer.status === 201) stored.push(content);
      else refused = answer;
    }
    assert.ok(refused, 'the disk is full some time');
    assert.ok([503, 507].includes(refused.status), `${refused.status}`);
    assert.match(((await refused.json()) as { error: string }).error, /could not be stored/);
    // A short post may still fit where a long one did not.
    if (process.platform === 'linux') execFileSync('prlimit', ['--pid', String(site.child.pid), '--fsize=1:']);
    await assertFormsRefused(site, invoicePath);
    await assertPagesGoOn(site);
    assert.equal(await storageOf(site), 'failing');
    await site.says('DATA_DIR cannot be written to');
    assert.equal(site.child.exitCode, null);
    if (process.platform === 'linux') {
      // There is room again.
      execFileSync('prlimit', ['--pid', String(site.child.pid), '--fsize=unlimited:']);
      await until('the storage is usable', async () => (await storageOf(site)) === 'ok');
      assert.equal((await postComment(site.origin, 'after')).status, 201);
      stored.push('after');
    }
    site.child.kill('SIGKILL');
    await site.ended;
    const found = new Set(checkFile(dataDir));
    assert.ok(stored.length > 5);
    assert.deepEqual(
      stored.filter((content) => !found.has(content)),
      [],
    );
  });
});

describe('a lock of another process on the database', () => {
  it('delays no page while a post waits for it', async (t) => {
    const dataDir = await temporaryFolder(t);
    const site = await startReady(t, { env: { DATA_DIR: dataDir, LOG_LEVEL: 'warn' } });
    /** The slowest of several cached pages, in milliseconds. */
    const slowestPage = async () => {
      const times: number[] = [];
      for (let count = 0; count < 30; count += 1) {
        const started = performance.now();
        const page = await fetch(`${site.origin}/about`);
        await page.arrayBuffer();
        assert.equal(page.status, 200);
        times.push(performance.now() - started);
      }
      return Math.max(...times);
    };
    await slowestPage();
    const unlockedMs = await slowestPage();
    const lock = fork(join(root, 'test/support/lock-database.ts'), [join(dataDir, 'backend.sqlite')], {
      execArgv: [],
    });
    killAfter(t, lock);
    await once(lock, 'message');
    let isAnswered = false;
    const post = postComment(site.origin, 'waited').then((answer) => {
      isAnswered = true;
      return answer;
    });
    // The first pages arrive before the post; the later ones arrive while the post waits for the lock.
    const lockedMs = Math.max(await slowestPage(), await slowestPage());
    assert.equal(isAnswered, false, 'the post waits');
    // A busy machine sometimes delays one page by a second. A blocked thread would delay every page by five seconds.
    assert.ok(lockedMs < Math.max(20 * unlockedMs, 2500), `${lockedMs} ms locked, ${unlockedMs} ms unlocked`);
    lock.kill('SIGKILL');
    assert.equal((await post).status, 201);
    assert.deepEqual(await readComments(site.origin), ['waited']);
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
      const before = acknowledged.length;
      await until('rows are acknowledged', () => acknowledged.length >= before + 30);
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
