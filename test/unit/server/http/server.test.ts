import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { it } from 'node:test';
import { pino } from 'pino';
import { createHttpServer } from '#server/http/server.ts';
import { createMetrics } from '#server/operations/metrics.ts';
import { listen } from '../../../support/listen.ts';

it('a handler that throws has the response 500 and a line in the log, and the next request is handled', async (t) => {
  const lines: string[] = [];
  const sink = new Writable({ write: (line: Buffer, _encoding, done) => (lines.push(line.toString()), done()) });
  const app = {
    handler: (request: { url?: string }, response: { end(text: string): void }) => {
      if (request.url === '/broken') throw new RangeError('a fault of the site');
      response.end('well');
    },
  };
  const origin = await listen(t, createHttpServer(app, pino(sink), createMetrics(), { maxConnections: 10 }));
  const broken = await fetch(`${origin}/broken`);
  assert.equal(broken.status, 500);
  assert.equal(await broken.text(), '');
  assert.equal(broken.headers.get('cache-control'), 'no-store');
  assert.match(lines.join(''), /a fault of the site/);
  assert.equal(await (await fetch(origin)).text(), 'well');
});
