import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { get as httpGet } from 'node:http';
import { describe, it } from 'node:test';
import { root, startReady } from '../support/process.ts';
import { until } from '../support/until.ts';

const skip = process.platform === 'linux' ? false : 'counts open files in /proc';

describe('visitors who leave in the middle of a film', { skip }, () => {
  it('leave no open file behind', async (t) => {
    const site = await startReady(t, { env: { LOG_LEVEL: 'warn' } });
    const [file = ''] = execFileSync('find', ['dist/client/assets', '-size', '+400k', '-name', '*.mp4'], {
      encoding: 'utf8',
      cwd: root,
    }).split('\n');
    assert.ok(file, 'there is a large file');
    const openFiles = () =>
      readdirSync(`/proc/${site.child.pid}/fd`).filter((name) => {
        try {
          return readlinkSync(`/proc/${site.child.pid}/fd/${name}`).includes('/dist/client/');
        } catch {
          return false;
        }
      });
    await Promise.all(
      Array.from(
        { length: 30 },
        () =>
          new Promise<void>((resolve) => {
            const request = httpGet(`${site.origin}/${file.replace('dist/client/', '')}`, (response) => {
              response.once('data', () => {
                response.destroy();
                resolve();
              });
            });
            request.once('error', () => resolve());
          }),
      ),
    );
    await until('every file is closed', () => openFiles().length === 0);
  });
});
