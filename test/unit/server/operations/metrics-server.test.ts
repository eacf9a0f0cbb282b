import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { it } from 'node:test';
import { pino } from 'pino';
import { createMetricsServer } from '#server/operations/metrics-server.ts';
import { listen } from '../../../support/listen.ts';

it('metrics that cannot be printed have the response 500 and an error in the log', async (t) => {
  const lines: string[] = [];
  const sink = new Writable({ write: (line: Buffer, _encoding, done) => (lines.push(line.toString()), done()) });
  const metrics = { print: () => Promise.reject(new RangeError('a fault of a gauge')), contentType: 'text/plain' };
  const origin = await listen(t, createMetricsServer({ metrics, log: pino(sink) }, null));
  const { status, headers } = await fetch(`${origin}/metrics`);
  assert.deepEqual([status, headers.get('cache-control')], [500, 'no-store']);
  assert.match(lines.join(''), /"level":50.*a fault of a gauge/);
});
