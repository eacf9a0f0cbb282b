import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startReady } from '../support/process.ts';
import { rawGet, speak } from '../support/raw.ts';

it('a warning of Node is logged as a warning, because a request can cause it', async (t) => {
  const site = await startReady(t);
  // A library parses an address with a fragment by url.parse(), which is deprecated.
  assert.equal((await speak(site.origin, rawGet('/gitl/?id=1#x'))).status, 301);
  await site.says('DEP0169');
  const lines = site
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const [warning, ...others] = lines.filter((line) => JSON.stringify(line).includes('DEP0169'));
  assert.deepEqual(others, []);
  assert.equal(warning?.['level'], 'warn');
  assert.deepEqual(
    lines.filter(({ level }) => level === 'error'),
    [],
  );
});
