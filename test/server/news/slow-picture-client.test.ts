import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { it } from 'node:test';
import { answerAsUsual, articles, sendJson } from '../../support/fake-backend.ts';
import { serve } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

const [bigPicture, smallPicture] = ['/media/big.png', '/media/small.png'] as const;

it('a client that reads none of its pictures keeps none from another client', async (t) => {
  const { origin, get, backend } = await serve(t, { config: { trustProxy: 1 } });
  const big = Buffer.alloc(5 * 1024 * 1024 - 1000, 1);
  const named = [bigPicture, smallPicture].map((path, index) => {
    const id = String(index);
    return { ...articles[0], id, slug: `article-${id}`, image: backend.origin + path };
  });
  backend.respondWith((request, response, body) => {
    if (request.url === '/api/news') sendJson(response, 200, named);
    else if (request.url?.startsWith('/api/')) answerAsUsual(request, response, body);
    else response.writeHead(200, { 'content-type': 'image/png' }).end(request.url === bigPicture ? big : 'small');
  });
  const { hostname, port } = new URL(origin);
  const sockets = Array.from({ length: 20 }, () => connect(Number(port), hostname).on('error', () => undefined));
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  for (const socket of sockets)
    socket.pause().write(`GET ${bigPicture} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.1\r\n\r\n`);
  await until('pictures are requested', () => (backend.requestCounts.get(bigPicture) ?? 0) >= 4);
  const answer = await get(smallPicture, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  assert.deepEqual([answer.status, await answer.text()], [200, 'small']);
  assert.equal(backend.requestCounts.get(bigPicture), 4);
});
