import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { attachmentBytes } from '#shared/contact-limits.ts';
import { base64, contactFormData, goodMessage, multipart, partHead, pdf, readErrors } from '../../support/contact.ts';
import { sendJson } from '../../support/fake-backend.ts';
import { form, json } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';
import { refuseTemporaryFiles } from '../../support/refuse-temporary-files.ts';
import { until } from '../../support/until.ts';

/** Sends raw bytes, so that headers can be wrong; resolves with the first response. */
function sendRaw(
  origin: string,
  headers: Record<string, string>,
  send: (write: (chunk: string | Buffer) => void, end: () => void) => void,
) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const outgoing = request(`${origin}/api/contact`, { method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
        outgoing.destroy();
      });
    });
    outgoing.on('error', reject);
    send(
      (chunk) => outgoing.write(chunk),
      () => outgoing.end(),
    );
  });
}

describe('a file', () => {
  it('of exactly 10 MB is accepted, as a form and as JSON', async (t) => {
    const { get, backend } = await serve(t);
    const content = pdf(attachmentBytes);
    const asForm = await get('/api/contact', form(contactFormData({}, { content })));
    assert.equal(asForm.status, 200);
    const asJson = await get(
      '/api/contact',
      json({
        ...goodMessage(),
        lastName: 'Petrenko',
        attachment: { name: 'cv.pdf', type: 'application/pdf', data: base64(content) },
      }),
    );
    assert.equal(asJson.status, 200);
    const lengths = backend.sent.map(([, body]) => (body as { attachment: { data: string } }).attachment.data.length);
    assert.deepEqual(lengths, [base64(content).length, base64(content).length]);
  });

  it('of one byte more is a 413, as a form and as JSON', async (t) => {
    const { get, backend } = await serve(t);
    const content = pdf(attachmentBytes + 1);
    for (const answer of [
      await get('/api/contact', form(contactFormData({}, { content }))),
      await get(
        '/api/contact',
        json({ ...goodMessage(), attachment: { name: 'cv.pdf', type: 'application/pdf', data: base64(content) } }),
      ),
    ]) {
      assert.equal(answer.status, 413);
      assert.deepEqual(await readErrors(answer), { error: 'fileSize', errors: { attachment: 'fileSize' } });
    }
    assert.deepEqual(backend.sent, []);
  });

  it('that is declared too long is refused before it is sent', async (t) => {
    const { origin } = await serve(t);
    for (const type of [multipart['content-type'], 'application/json']) {
      const answer = await sendRaw(
        origin,
        { 'content-type': type, 'content-length': String(20 * 1024 * 1024) },
        (write) => write('-'),
      );
      assert.equal(answer.status, 413);
    }
  });

  it('that is longer than declared, or has no declared length, is refused with the first byte too many', async (t) => {
    const { origin, backend } = await serve(t);
    const answer = await sendRaw(origin, { ...multipart, 'transfer-encoding': 'chunked' }, (write) => {
      write(`${partHead('attachment', '; filename="cv.pdf"')}Content-Type: application/pdf\r\n\r\n`);
      write(pdf(attachmentBytes + 1));
      // The rest of the form is never sent.
    });
    assert.equal(answer.status, 413);
    assert.equal((JSON.parse(answer.body) as { error: string }).error, 'fileSize');
    assert.deepEqual(backend.sent, []);
  });

  it('that is shorter than declared is no message', async (t) => {
    const { origin, backend } = await serve(t);
    await new Promise<void>((resolve) => {
      const outgoing = request(`${origin}/api/contact`, {
        method: 'POST',
        headers: { ...multipart, 'content-length': '5000' },
      });
      outgoing.on('error', () => resolve());
      outgoing.write(`${partHead('attachment', '; filename="cv.pdf"')}\r\n%PDF-1.7`, () => outgoing.destroy());
    });
    const answer = await fetch(`${origin}/healthz`);
    assert.equal(answer.status, 200, 'the site is still there');
    assert.deepEqual(backend.sent, []);
  });

  it('beside a text of many pages is a 413', async (t) => {
    const { get } = await serve(t);
    const answer = await get('/api/contact', form(contactFormData({ message: 'x'.repeat(90_000) })));
    assert.equal(answer.status, 413);
    assert.deepEqual(await readErrors(answer), { error: 'tooLarge' });
  });

  it('without room on the disk is a 503 and an error in the log, and the form keeps its text', async (t) => {
    refuseTemporaryFiles(t);
    const { get, logged, backend } = await serve(t);
    const call = await get('/api/contact', form(contactFormData({}, { content: pdf() })));
    assert.deepEqual([call.status, await readErrors(call)], [503, { error: 'busy' }]);
    assert.ok(Number(call.headers.get('retry-after')) > 0);
    const fields = { timestamp: '', privacyTerms: 'on', message: 'Worth keeping, every word of it' };
    const page = await get('/contacts', form(contactFormData(fields, { content: pdf() })));
    assert.deepEqual([page.status, page.headers.get('retry-after')], [503, '10']);
    assert.match(await page.text(), /Worth keeping, every word of it/);
    assert.equal(logged.filter(({ level }) => level === 50).length, 2);
    assert.deepEqual(backend.sent, []);
  });

  it('is a 503 at once when twenty others are being sent or wait for that', async (t) => {
    const { get, backend } = await serve(t);
    const answering = Promise.withResolvers<void>();
    backend.respondWith((_request, response) => {
      void answering.promise.then(() => sendJson(response, 200, {}));
    });
    const statuses: number[] = [];
    const posts = Array.from({ length: 23 }, async (_, number) => {
      const message = `A question about drawing number ${number} of the bridge`;
      statuses.push((await get('/api/contact', form(contactFormData({ message }, { content: pdf() })))).status);
    });
    await until('three are refused', () => statuses.length === 3);
    assert.deepEqual(statuses, [503, 503, 503]);
    answering.resolve();
    await Promise.all(posts);
    assert.deepEqual(statuses.slice(3), Array<number>(20).fill(200));
  });
});
