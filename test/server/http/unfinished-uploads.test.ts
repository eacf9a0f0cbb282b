import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { spoolBytes } from '#server/http/body/spool.ts';
import { contactFormData, multipart, partHead, pdf } from '../../support/contact.ts';
import { form } from '../../support/posts.ts';
import { serve, type Served } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

const config = { trustProxy: 1 };
const heldBytes = 9_000_000;

/** Opens uploads that send 9 MB and then nothing; `addressOf` gives the address of each. `end` disconnects them. */
function holdUploads(t: TestContext, { origin }: Served, count: number, addressOf: (number: number) => string) {
  const { hostname, port } = new URL(origin);
  const answers: string[] = [];
  const part = `${partHead('attachment', '; filename="cv.pdf"')}Content-Type: application/pdf\r\n\r\n`;
  const held = Array.from({ length: count }, (_, number) => {
    const socket = connect(Number(port), hostname);
    t.after(() => socket.destroy());
    socket.on('error', () => undefined).once('data', (chunk: Buffer) => answers.push(chunk.toString('latin1')));
    const head = `POST /api/contact HTTP/1.1\r\nHost: site\r\nContent-Type: ${multipart['content-type']}\r\n`;
    socket.write(`${head}X-Forwarded-For: ${addressOf(number)}\r\nContent-Length: 9500000\r\n\r\n${part}`);
    socket.write(pdf(heldBytes));
    return socket;
  });
  return { answers, end: () => held.forEach((socket) => socket.destroy()) };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Watches the requests that start after this call. Returns a function that counts those without a response, with an
 * open connection from which the server has read at least 9 MB. A refused upload is read too, until its connection ends.
 */
function countReadUploads(t: TestContext): () => number {
  const exchanges: Exchange[] = [];
  const onRequest = (message: unknown) => void exchanges.push(message as Exchange);
  subscribe('http.server.request.start', onRequest);
  t.after(() => unsubscribe('http.server.request.start', onRequest));
  const isRead = ({ request: { socket }, response }: Exchange) =>
    !response.headersSent && !socket.destroyed && socket.bytesRead >= heldBytes;
  return () => exchanges.filter(isRead).length;
}

/** Sends an application with a file of 9 MB. */
const apply = ({ get }: Served, address: string) =>
  get('/api/contact', {
    ...form(contactFormData({}, { content: pdf(heldBytes) })),
    headers: { 'x-forwarded-for': address },
  });

function assertRefused(answers: readonly string[]): void {
  for (const answer of answers) {
    assert.match(answer, /^HTTP\/1\.1 503 /);
    assert.match(answer, /\r\nretry-after: [1-9]/i);
  }
}

describe('uploads that are not finished', () => {
  it('cause 503 with Retry-After for further ones, and do not affect messages without a file', async (t) => {
    const site = await serve(t, { config });
    const { answers, end } = holdUploads(t, site, 10, (number) => `203.0.113.${number}`);
    const held9MB = Math.floor(spoolBytes.site / heldBytes);
    await until('those that find no room are refused', () => answers.length === 10 - held9MB);
    assertRefused(answers);
    assert.equal((await site.get('/api/contact', form(contactFormData()))).status, 200);
    end();
    await until('there is room again', async () => (await apply(site, '203.0.113.99')).status === 200);
  });

  it('of one address take a quarter of the space, and leave the rest to others', async (t) => {
    const site = await serve(t, { config });
    const readUploads = countReadUploads(t);
    // Addresses of one network, as one visitor has them.
    const { answers, end } = holdUploads(t, site, 5, (number) => `2001:db8:0:${number}::1`);
    await until('all but one are refused', () => answers.length === 4);
    assertRefused(answers);
    await until('the other one is read', () => readUploads() === 1);
    assert.equal((await apply(site, '2001:db8:0:9::1')).status, 503);
    for (const address of ['2001:db8:1::1', '203.0.113.9']) assert.equal((await apply(site, address)).status, 200);
    end();
    await until('the address has room again', async () => (await apply(site, '2001:db8:0:9::1')).status === 200);
  });
});
