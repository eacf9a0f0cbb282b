import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { copySources } from '../support/copy-sources.ts';
import { freePort, isOk, root } from '../support/process.ts';
import { until } from '../support/until.ts';

/** Runs a script of package.json in a copy: other tests use the build of this folder. */
async function runScript(t: TestContext, script: string, { isBuilt }: { isBuilt: boolean }) {
  const folder = await copySources(t);
  if (isBuilt) await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  const port = await freePort();
  const child = spawn('npm', ['run', script], {
    cwd: folder,
    stdio: 'ignore',
    // The process has its own group, so that the test can end the site even if it outlives npm.
    detached: true,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') },
  });
  t.after(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // No process of the group is left.
    }
  });
  /** A zombie counts as ended: it only waits until process 1 reads its exit code. */
  const isRunning = () =>
    // Listing all processes takes long, so npm is asked for first.
    (child.exitCode === null && child.signalCode === null) ||
    execFileSync('ps', ['-eo', 'pgid=,stat='], { encoding: 'utf8' })
      .split('\n')
      .some((line) => new RegExp(`^ *${child.pid} +[^Z]`).test(line));
  return { folder, port, child, untilEnded: () => until('the group has ended', () => !isRunning()) };
}

for (const script of ['serve', 'start']) {
  it(`npm run ${script} passes SIGTERM on and leaves no process behind`, { timeout: 120_000 }, async (t) => {
    const { port, child, untilEnded } = await runScript(t, script, { isBuilt: true });
    const answers = () => isOk(`http://127.0.0.1:${port}/readyz`);
    await until('the site is ready', answers, 90_000);
    child.kill('SIGTERM');
    await until('the site has ended', async () => !(await answers()), 15_000);
    await untilEnded();
  });
}

it(
  'Ctrl-C under npm run serve finishes running requests, and ends at once the second time',
  { timeout: 120_000 },
  async (t) => {
    const { port, child, untilEnded } = await runScript(t, 'serve', { isBuilt: true });
    const origin = `http://127.0.0.1:${port}`;
    const answers = () => isOk(`${origin}/readyz`);
    await until('the site is ready', answers, 90_000);
    /** Begins a post whose body has two more bytes to come. */
    const post = () => {
      const headers = { 'content-type': 'application/json', 'content-length': '2' };
      return httpRequest(`${origin}/api/contact`, { method: 'POST', headers });
    };
    const [finished, endless] = [post(), post()];
    const status = once(finished, 'response').then((values) => (values as [IncomingMessage])[0].statusCode);
    endless.on('error', () => undefined);
    for (const begun of [finished, endless]) begun.flushHeaders();
    assert.ok(await answers());
    /** A terminal signals the whole group; npm also passes the signal on. */
    const pressCtrlC = () => process.kill(-(child.pid ?? 0), 'SIGINT');
    pressCtrlC();
    await until('the port is closed', async () => !(await answers()));
    finished.end('{}');
    assert.equal(await status, 400);
    // Later than the repetition of one signal.
    await wait(400);
    const started = performance.now();
    pressCtrlC();
    await untilEnded();
    assert.ok(performance.now() - started < 3000, `${performance.now() - started} ms`);
  },
);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  it(`npm start ends its build with ${signal}`, { timeout: 120_000 }, async (t) => {
    const { folder, child, untilEnded } = await runScript(t, 'start', { isBuilt: false });
    await until('the build has begun', () => existsSync(join(folder, 'dist.new/client')), 60_000);
    child.kill(signal);
    await untilEnded();
    assert.ok(!existsSync(join(folder, 'dist')), 'the build was not finished first');
  });
}
