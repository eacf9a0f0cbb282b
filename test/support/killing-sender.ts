import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { build } from 'esbuild';
import { generateLicenceKey } from '#server/embedded/licences/licence-keys.ts';
import type { DatabasePlace } from '#server/embedded/storage/storage.ts';
import type { FakeMonobank } from './fake-monobank.ts';
import { root, temporaryFolder } from './process.ts';

/** The file of test/support/killable-payments.ts with all that it imports: it starts in a third of the time. */
async function bundleBackend(t: TestContext): Promise<string> {
  const outfile = join(await temporaryFolder(t), 'payments.mjs');
  await build({
    entryPoints: [join(root, 'test/support/killable-payments.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['sharp', 'pg-native'],
    banner: { js: "import{createRequire as _r}from'node:module';const require=_r(import.meta.url);" },
  });
  return outfile;
}

/** The effect of the request during which the process was killed. */
type Done = 'nothing' | 'committed';

async function startBackend(file: string, { dataDir, databaseUrl }: DatabasePlace, env: Record<string, string>) {
  const child = fork(file, [dataDir, databaseUrl ?? '', join(root, 'locales')], {
    env: { ...process.env, ...env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (part: Buffer) => {
    output += part.toString();
  });
  const closed = once(child, 'close');
  const [origin] = (await Promise.race([once(child, 'message'), closed])) as [string];
  return {
    origin,
    async killed(): Promise<Done> {
      assert.deepEqual(await closed, [null, 'SIGKILL']);
      return output as Done;
    },
    async end() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** Sends requests; where a process is killed in the work for one, another process goes on. */
export async function createSender(t: TestContext, place: DatabasePlace, bank: FakeMonobank) {
  const file = await bundleBackend(t);
  const env = { LICENCE_KEY: generateLicenceKey(), MONOBANK_URL: bank.url, MONOBANK_TOKEN: bank.token };
  let backend = await startBackend(file, place, env);
  t.after(() => backend.end());
  let kills: number[] = [];
  let killed = 0;

  async function arm(): Promise<void> {
    const steps = kills.shift() ?? Infinity;
    assert.equal((await fetch(`${backend.origin}/kill-after/${steps}`, { method: 'POST' })).status, 200);
  }

  return {
    /** How many processes were killed. */
    get killed() {
      return killed;
    },
    /** From now on a process is killed after the first number of steps, the next one after the second number. */
    async plan(steps: number[]): Promise<void> {
      kills = [...steps];
      await arm();
    },
    read: async (path: string): Promise<unknown> => (await fetch(backend.origin + path)).json(),
    /** Answers null, and what was done, where the process was killed. */
    async post(path: string, headers: Record<string, string>, body: string) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
      const answer = await fetch(backend.origin + path, init)
        .then(async (got) => ({ status: got.status, body: await got.text() }))
        .catch(() => null);
      if (answer) return { answer, done: 'committed' as const };
      const done = await backend.killed();
      killed += 1;
      backend = await startBackend(file, place, env);
      await arm();
      return { answer, done };
    },
  };
}

export type Sender = Awaited<ReturnType<typeof createSender>>;
