import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root, serveArguments, startReady } from '../support/process.ts';

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', '');

/** The last command of a kind in the Dockerfile, which is written as a JSON list. */
function readCommand(kind: RegExp): string[] {
  const [, list = '[]'] = [...dockerfile.matchAll(kind)].at(-1) ?? [];
  return JSON.parse(list) as string[];
}

describe('the image', () => {
  it('checks its health with a command that sees a running and a stopped site', async (t) => {
    const [program = '', ...rest] = readCommand(/^HEALTHCHECK .*CMD (\[.*\])$/gm);
    const site = await startReady(t);
    const check = () => {
      const env = { PATH: process.env['PATH'], PORT: String(site.port) };
      return spawnSync(program, rest, { env, encoding: 'utf8', timeout: 5000 });
    };
    const healthy = check();
    assert.equal(healthy.status, 0, healthy.stderr);
    site.child.kill('SIGKILL');
    await site.ended;
    assert.equal(check().status, 1);
  });

  it('starts node itself, with the arguments of npm run serve', () => {
    assert.deepEqual(readCommand(/^CMD (\[.*\])$/gm), ['node', ...serveArguments]);
  });

  it('is built and run by a user without rights', () => {
    assert.equal(dockerfile.match(/^USER node$/gm)?.length, 2);
    const images = [...dockerfile.matchAll(/^FROM node:(\S+)/gm)].map(([, major = '']) => major);
    assert.equal(images.length, 2);
    for (const major of images) assert.match(major, /^26(-slim)?$/);
  });
});
