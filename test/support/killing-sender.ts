import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { generateLicenceKey } from '#server/embedded/licences/licence-keys.ts';
import type { DatabasePlace } from '#server/embedded/storage/storage.ts';
import type { FakeMonobank } from './fake-monobank.ts';
import { forkBackend } from './fork-backend.ts';

/** The effect of the request during which the process was killed. */
type Done = 'nothing' | 'committed';

async function startBackend(t: TestContext, place: DatabasePlace, env: Record<string, string>) {
  const { origin, child } = await forkBackend(t, 'killable-payments.ts', place, env);
  let output = '';
  child.stdout?.on('data', (part: Buffer) => {
    output += part.toString();
  });
  const closed = once(child, 'close');
  return {
    origin,
    async killed(): Promise<Done> {
      assert.deepEqual(await closed, [null, 'SIGKILL']);
      return output as Done;
    },
  };
}

/** Sends requests; where a process is killed in the work for one, another process goes on. */
export async function createSender(t: TestContext, place: DatabasePlace, bank: FakeMonobank) {
  const env = { LICENCE_KEY: generateLicenceKey(), MONOBANK_URL: bank.url, MONOBANK_TOKEN: bank.token };
  let backend = await startBackend(t, place, env);
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
      backend = await startBackend(t, place, env);
      await arm();
      return { answer, done };
    },
  };
}

export type Sender = Awaited<ReturnType<typeof createSender>>;
