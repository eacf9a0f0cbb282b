import { spawn, spawnSync } from 'node:child_process';
import { createCleanup, freePort, root, startProcess } from '../support/process.ts';
import { ask } from './load.ts';
import { median } from './median.ts';
import type { Say } from './report.ts';

/** How long a build takes. */
export function measureBuild(say: Say): void {
  const times = [1, 2, 3].map(() => {
    const started = performance.now();
    const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'build.ts'], { cwd: root, stdio: 'ignore' });
    if (status !== 0) throw new Error('the build failed');
    return (performance.now() - started) / 1000;
  });
  const fastest = Math.min(...times);
  say('build', `${fastest.toFixed(1)} s (fastest of 3; median ${median(times).toFixed(1)} s)`, '≤ 5 s', fastest <= 5);
}

/** From the start of a process on one core to its first answer, in ms. */
async function timeToFirst(start: () => Promise<{ origin: string; end(): Promise<void> }>): Promise<number> {
  const started = performance.now();
  const { origin, end } = await start();
  for (;;) {
    const status = await ask(`${origin}/about`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) break;
    if (performance.now() - started > 20_000) throw new Error(`the first page has status ${status}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
  const ms = performance.now() - started;
  await end();
  return ms;
}

/** node:http that responds with one line of text, to measure the start of Node itself. */
const plainServer = "require('node:http').createServer((_, response) => response.end('x')).listen(process.argv[1])";

export async function measureStart(say: Say): Promise<void> {
  const [sites, plain]: [number[], number[]] = [[], []];
  for (let count = 0; count < 5; count += 1) {
    sites.push(
      await timeToFirst(async () => {
        const run = createCleanup();
        const { origin } = await startProcess(run, { core: 0, env: { LOG_LEVEL: 'warn' } });
        return { origin, end: () => run.end() };
      }),
    );
    plain.push(
      await timeToFirst(async () => {
        const port = await freePort();
        const child = spawn('taskset', ['-c', '0', process.execPath, '-e', plainServer, String(port)]);
        return { origin: `http://127.0.0.1:${port}`, end: () => Promise.resolve(void child.kill('SIGKILL')) };
      }),
    );
  }
  const fastest = Math.min(...sites);
  say(
    'start to the first page, on one core',
    `${fastest.toFixed(0)} ms (fastest of 5; median ${median(sites).toFixed(0)} ms; node:http alone ${Math.min(...plain).toFixed(0)} ms)`,
    '≤ 300 ms',
    fastest <= 300,
  );
}
