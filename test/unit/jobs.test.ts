import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { runJobs, type Job } from '../support/jobs.ts';
import { temporaryFolder } from '../support/process.ts';

/** A job that runs a line of code, and is run a second time when it fails. */
const jobOf = (code: string): Job => ({
  name: 'a job',
  command: process.execPath,
  args: ['-e', code],
  files: [],
  hasSecondTry: true,
});

/** Runs jobs one after the other without printing their output. */
const runSilently = (jobs: Job[]) => runJobs(jobs, 1, () => undefined);

/** Code that runs `first` the first time and succeeds the second time. */
async function failsOnce(t: TestContext, first: string): Promise<string> {
  const mark = join(await temporaryFolder(t), 'ran');
  return `const fs = require('fs'); if (!fs.existsSync('${mark}')) { fs.writeFileSync('${mark}', ''); ${first} }`;
}

describe('the jobs of a test run', () => {
  it('report a process that crashes and succeeds the second time', async (t) => {
    const jobs = ["process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 9e4)", 'process.exit(137)'];
    const { failed, flaky } = await runSilently(
      await Promise.all(jobs.map(async (code) => jobOf(await failsOnce(t, code)))),
    );
    assert.deepEqual(failed, []);
    assert.deepEqual(flaky, [
      { name: 'a job', file: '', message: 'the process ended with SIGKILL' },
      { name: 'a job', file: '', message: 'the process ended with code 137' },
    ]);
  });

  it('fail when they fail twice', async () => {
    const job = jobOf('process.exit(1)');
    assert.deepEqual(await runSilently([job]), { failed: [job], flaky: [] });
  });

  it('are not run when what they wait for fails, and the others are', async (t) => {
    const mark = join(await temporaryFolder(t), 'ran');
    const dependent = {
      ...jobOf(`require('fs').writeFileSync('${mark}', '')`),
      after: Promise.reject(new Error('no')),
    };
    const { failed, flaky } = await runSilently([dependent, jobOf('')]);
    assert.deepEqual([failed.map(({ name }) => name), flaky], [['a job'], []]);
    assert.equal(existsSync(mark), false);
  });
});
