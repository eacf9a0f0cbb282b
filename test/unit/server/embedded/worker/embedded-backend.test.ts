import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { ConfigError } from '#server/config/config-error.ts';
import { createEmbeddedBackend } from '#server/embedded/worker/embedded-backend.ts';
import type { WorkerMessage } from '#server/embedded/worker/worker-messages.ts';
import type { BackendSettings } from '#server/embedded/settings.ts';
import { backendSettings } from '../../../../support/backend-settings.ts';
import { json } from '../../../../support/posts.ts';
import { temporaryFolder } from '../../../../support/process.ts';
import { until } from '../../../../support/until.ts';

const workerFile = new URL('../../../../../server/embedded/worker/embedded-worker.ts', import.meta.url);

/** Starts the embedded backend and gives access to its workers, so that a test can end them. */
async function start(
  t: TestContext,
  createWorker = (data: BackendSettings) => new Worker(workerFile, { workerData: data }),
  { pingMs }: { pingMs?: number } = {},
) {
  const dataDir = await temporaryFolder(t);
  const workers: Worker[] = [];
  let logged = '';
  const sink = new Writable({
    write(line: Buffer, _encoding, done) {
      logged += line.toString();
      done();
    },
  });
  const backend = createEmbeddedBackend({
    settings: backendSettings({ dataDir }),
    log: pino({ level: 'info' }, sink),
    restart: { minMs: 10, maxMs: 40 },
    ...(pingMs && { pingMs }),
    createWorker(settings) {
      const worker = createWorker(settings);
      workers.push(worker);
      return worker;
    },
  });
  await backend.start();
  const origin = async () => `http://127.0.0.1:${await backend.port()}`;
  t.after(() => backend.close(2500));
  const answers = () =>
    origin()
      .then((address) => fetch(`${address}/api/news`))
      .then(
        ({ ok }) => ok,
        () => false,
      );
  return { backend, origin, dataDir, workers, answers, logged: () => logged };
}

describe('a worker of the embedded backend', () => {
  it('for which the system has no thread is tried again', async (t) => {
    let count = 0;
    const { workers, answers, logged } = await start(t, (data) => {
      count += 1;
      if (count === 2) throw new Error('no thread');
      return new Worker(workerFile, { workerData: data });
    });
    await workers[0]?.terminate();
    await until('the backend answers again', answers);
    assert.match(logged(), /no thread.*could not be started again/);
    assert.equal(count, 3);
  });

  it('survives a picture that cannot be read any more', async (t) => {
    const picturesDir = await temporaryFolder(t);
    writeFileSync(join(picturesDir, 'a.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const { workers, origin, answers } = await start(
      t,
      (data) => new Worker(workerFile, { workerData: { ...data, picturesDir } }),
    );
    const address = `${await origin()}/media/news/a.svg`;
    assert.equal((await fetch(address)).status, 200);
    rmSync(join(picturesDir, 'a.svg'));
    await fetch(address).then(
      (response) => response.text().catch(() => ''),
      () => '',
    );
    assert.ok(await answers());
    assert.equal(workers.length, 1);
  });

  it('that ends by itself is reported and started again, and calls wait for its new port', async (t) => {
    const { backend, origin, workers, answers, logged } = await start(t);
    assert.ok(await answers());
    const { port } = new URL(await origin());
    await workers[0]?.terminate();
    const connections: unknown[] = [];
    const other = createServer((socket) => connections.push(socket.destroy()));
    t.after(() => other.close());
    await new Promise<void>((resolve) => other.listen(Number(port), '127.0.0.1', resolve));
    await until('the end is reported', () => backend.state.storage === 'failing');
    assert.ok(await answers());
    await until('it can store again', () => backend.state.storage === 'ok');
    assert.deepEqual(connections, [], 'nothing is sent to the program that has the old port now');
    assert.equal(workers.length, 2);
    assert.match(logged(), /the embedded backend has ended: it is started again/);
  });

  it('that cannot be restarted is tried again after growing delays', async (t) => {
    let isBroken = false;
    const { backend, workers, answers, logged } = await start(t, (settings) =>
      isBroken
        ? new Worker('throw new Error("on purpose")', { eval: true })
        : new Worker(workerFile, { workerData: settings }),
    );
    isBroken = true;
    await workers[0]?.terminate();
    await until('it is tried several times', () => workers.length >= 4);
    assert.equal(backend.state.storage, 'failing');
    assert.match(logged(), /"delayMs":10,.*"delayMs":20,.*"delayMs":40,/s);
    assert.match(logged(), /on purpose/);
    isBroken = false;
    await until('it answers again', answers);
  });

  it('that reports a failed write before it listens is not taken for sound', async (t) => {
    const failing = `
      const { parentPort } = require('node:worker_threads');
      parentPort.on('message', () => process.exit());
      parentPort.postMessage({ kind: 'state', state: { storage: 'failing' } });
      parentPort.postMessage({ kind: 'listening', port: 9 });`;
    let isRestarted = false;
    const { backend, origin, workers } = await start(t, (settings) =>
      isRestarted ? new Worker(failing, { eval: true }) : new Worker(workerFile, { workerData: settings }),
    );
    isRestarted = true;
    await workers[0]?.terminate();
    await until('the second worker listens', async () => (await origin()).endsWith(':9'));
    assert.equal(backend.state.storage, 'failing');
  });

  it('that hangs is ended and started again, and one that answers is not', async (t) => {
    const hangable = `
      require('node:worker_threads').parentPort.on('message', (message) => { if (message === 'hang') for (;;); });
      import(${JSON.stringify(workerFile.href)});`;
    const { backend, workers, answers, logged } = await start(
      t,
      (settings) => new Worker(hangable, { eval: true, workerData: settings }),
      { pingMs: 500 },
    );
    let alive = 0;
    workers[0]?.on('message', ({ kind }: WorkerMessage) => (alive += kind === 'alive' ? 1 : 0));
    await until('it has answered more pings than it may miss', () => alive > 4);
    assert.equal(workers.length, 1);
    workers[0]?.postMessage('hang');
    await until('the end is reported', () => backend.state.storage === 'failing');
    await until('it answers again', async () => backend.state.storage === 'ok' && (await answers()));
    assert.match(logged(), /the embedded backend does not respond and is being stopped/);
  });

  it('writes into the site’s log, and reports the state of its storage', async (t) => {
    const { backend, origin, dataDir, logged } = await start(t);
    rmSync(dataDir, { recursive: true });
    const comment = json({ author: 'Olha', content: 'refused' });
    const post = await fetch(`${await origin()}/api/news/1/comments`, comment);
    assert.equal(post.status, 503);
    assert.match(post.headers.get('retry-after') ?? '', /^\d+$/);
    await until('the storage is failing', () => backend.state.storage === 'failing');
    assert.match(logged(), /DATA_DIR cannot be written to/);
  });

  it('ends with the site, also while it waits for a restart', async (t) => {
    const { backend, workers, answers } = await start(t);
    await workers[0]?.terminate();
    await backend.close(2500);
    assert.equal(await answers(), false);
    const { backend: running, answers: runningAnswers } = await start(t);
    await running.close(2500);
    assert.equal(await runningAnswers(), false);
  });
});

it('a folder that cannot be used is reported to the operator in one sentence', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'file');
  writeFileSync(dataDir, '');
  await assert.rejects(
    createEmbeddedBackend({ settings: backendSettings({ dataDir }), log: pino({ level: 'silent' }) }).start(),
    (error) =>
      error instanceof ConfigError && /^DATA_DIR="[^"]+" cannot be used: it must be a folder/.test(error.message),
  );
});
