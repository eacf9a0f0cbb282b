import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { shutdownTimes } from '#server/http/shutdown.ts';

const nginx = readFileSync(join(import.meta.dirname, '../../../../server/operations/nginx.conf'), 'utf8');

describe('a copy that stops', () => {
  it('takes requests until nginx has ended the pause of a copy that has just come back, and a second longer', () => {
    const pauses = [...nginx.matchAll(/fail_timeout=(\d+)s/g)].map(([, seconds]) => Number(seconds));
    assert.ok(pauses.length > 0);
    // nginx counts whole seconds, so a pause may last one second longer.
    for (const seconds of pauses) assert.ok(shutdownTimes.unreadyMs >= (seconds + 1) * 1000 + 1000);
  });

  it('ends before orchestrators kill it after 10 s', () => {
    const { unreadyMs, drainMs, closeRestMs, lastFlushMs, closeBackendMs, abortBeforeMs } = shutdownTimes;
    assert.ok(unreadyMs + drainMs + closeRestMs < 10_000);
    assert.ok(lastFlushMs + closeBackendMs < closeRestMs);
    assert.ok(abortBeforeMs < drainMs);
  });
});
