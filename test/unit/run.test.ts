import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../..');

describe('the test runner', () => {
  it('lists the kinds of tests for an unknown argument', () => {
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'test/run.ts', 'units'], {
      cwd: root,
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, /no test called units: name files, or some of check, process, e2e, server, dom, unit/);
  });
});
