import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../..');

describe('the test runner', () => {
  it('says what kinds there are when it is given another', () => {
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'test/run.ts', 'units'], {
      cwd: root,
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, /no kind of test called units: name some of check, unit, dom/);
  });
});
