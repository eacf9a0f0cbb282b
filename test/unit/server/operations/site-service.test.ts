import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { variables } from '#server/config/config.ts';
import { serveArguments, temporaryFolder } from '../../../support/process.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../../../server/operations', file), 'utf8');

describe('site.service', () => {
  const unit = read('site.service');
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

  it('starts the command of npm run serve, allows the time of a shutdown, and uses the folders of the documentation', () => {
    assert.equal(valueOf('ExecStart'), `/srv/site/current/node ${serveArguments.join(' ')}`);
    assert.ok(Number(valueOf('TimeoutStopSec')) > 10);
    assert.ok(Number(valueOf('LimitNOFILE')) > Number(variables.maxConnections.fallback));
    const documents = [read('deploying.md'), read('first-order.md')];
    for (const text of ['/srv/site/current', '/etc/site.env', `DATA_DIR=/var/lib/${valueOf('StateDirectory')}`])
      for (const document of documents) assert.ok(document.includes(text), text);
    assert.equal(valueOf('EnvironmentFile'), '/etc/site.env');
  });

  const isMissing = spawnSync('systemd-analyze', ['--version']).status !== 0 && 'there is no systemd here';
  it('is a unit in which systemd finds no fault', { skip: isMissing }, async (t) => {
    const temporary = await temporaryFolder(t);
    writeFileSync(join(temporary, 'node'), '#!/bin/sh\n', { mode: 0o755 });
    const file = join(temporary, 'site.service');
    writeFileSync(file, unit.replaceAll('/srv/site/current', temporary));
    const { status, stderr, stdout } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    assert.equal(stdout + stderr, '');
    assert.equal(status, 0);
  });
});
