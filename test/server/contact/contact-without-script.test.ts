import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { attachmentBytes } from '#shared/contact-limits.ts';
import { honeypotField } from '#shared/hidden-fields.ts';
import { base64, contactFormData, pdf } from '../../support/contact.ts';
import { fakeBackend, sendJson, type FakeBackend } from '../../support/fake-backend.ts';
import { form, shown } from '../../support/posts.ts';
import { serve, type Served } from '../../support/serve.ts';

describe('the form without JavaScript', () => {
  const post = ({ get }: Served, body: FormData, address = '/contacts') => get(address, form(body));
  const noScript = (changes: Record<string, string> = {}, file?: Parameters<typeof contactFormData>[1]) =>
    contactFormData({ timestamp: '', privacyTerms: 'on', ...changes }, file);
  const failing = async (t: TestContext, handler: Parameters<FakeBackend['respondWith']>[0]) => {
    const backend = await fakeBackend(t);
    const served = await serve(t, { backend, timeoutMs: 400 });
    backend.respondWith(handler);
    return served;
  };

  it('is followed by a redirect to a page that confirms the message', async (t) => {
    const site = await serve(t);
    const answer = await post(site, noScript());
    assert.equal(answer.status, 303);
    const location = answer.headers.get('location') ?? '';
    assert.equal(location, '/contacts?sent=contact#contact-sent');
    assert.equal(site.backend.sent.length, 1);
    const sent = await site.html(location.replace(/#.*/, ''));
    assert.match(sent, /Write another message/);
    assert.match(sent, /<title>Message sent: /);
    assert.match(sent, /<h1[^>]*>Message sent/);
  });

  it('shows there the next steps of its tab, and no form', async (t) => {
    const site = await serve(t);
    const answer = await post(site, noScript({ topic: 'career' }, { content: pdf() }), '/contacts?topic=career');
    const location = answer.headers.get('location') ?? '';
    assert.equal(location, '/contacts?topic=career&sent=contact#contact-sent');
    const sent = shown(await site.html(location.replace(/#.*/, '')));
    assert.match(sent, /We say whether there is work for you now/);
    assert.match(sent, /We will reply by \w+day/);
    assert.match(sent, /href="\/contacts\?topic=career#contact"/);
    assert.doesNotMatch(sent, /are required|id="write">Contact us/);
  });

  it('counts a line end once, as the browser does', async (t) => {
    const site = await serve(t);
    const message = Array.from({ length: 10_000 }, () => 'x').join('\r\n');
    assert.equal((await post(site, noScript({ message }))).status, 303);
    assert.equal((site.backend.sent[0]?.[1] as { message: string }).message, message.replaceAll('\r\n', '\n'));
  });

  it('sends a file, and a timestamp that is a number', async (t) => {
    const site = await serve(t);
    await post(site, noScript({}, { content: pdf() }));
    const [[, body]] = site.backend.sent as [[string, { timestamp: unknown; attachment: { data: string } }]];
    assert.equal(typeof body.timestamp, 'number');
    assert.equal(body.attachment.data, base64(pdf()));
  });

  it('is shown again with values and errors', async (t) => {
    const site = await serve(t);
    const answer = await post(site, noScript({ firstName: 'O', message: 'A "long" <thought>' }));
    const html = shown(await answer.text());
    assert.equal(answer.status, 422);
    assert.match(html, /<title>Error: /);
    assert.match(html, /Your first name needs at least 2\u00a0letters/);
    assert.match(html, /A (&quot;|")long(&quot;|") &lt;thought&gt;/);
    assert.match(html, /aria-invalid="true"/);
    assert.match(html, /value="Kovalenko"/);
    assert.deepEqual(site.backend.sent, []);
  });

  it('shows that an empty field is empty', async (t) => {
    const site = await serve(t);
    for (const [language, message] of [
      ['en', /Enter your first name\./],
      ['ua', /Укажіть ім’я\./],
    ] as const) {
      const answer = await post(site, noScript({ firstName: ' ' }), `/contacts?lang=${language}`);
      assert.equal(answer.status, 422);
      assert.match(shown(await answer.text()), message);
    }
  });

  it('is shown again in Ukrainian, on its tab, and requires the file again', async (t) => {
    const site = await serve(t);
    const answer = await post(site, noScript({ email: 'no' }, { content: pdf() }), '/contacts?topic=career&lang=ua');
    const html = shown(await answer.text());
    assert.equal(answer.status, 422);
    assert.match(html, /Адресу вказано неправильно/);
    assert.match(html, /name="attachment"/);
    assert.match(html, /ще\sраз/);
  });

  it('asks for a file on the career tab', async (t) => {
    const answer = await post(await serve(t), noScript({ topic: 'career' }), '/contacts?topic=career');
    assert.equal(answer.status, 422);
    assert.match(shown(await answer.text()), /Please attach your CV as a PDF/);
  });

  it('keeps the text when the file is too large', async (t) => {
    const answer = await post(
      await serve(t),
      noScript({}, { content: pdf(attachmentBytes + 1) }),
      '/contacts?topic=career',
    );
    const html = shown(await answer.text());
    assert.equal(answer.status, 413);
    assert.match(html, /larger than 10\u00a0MB/);
    assert.match(html, /We need a harbour pilot/);
  });

  it('keeps everything when the file is clearly too large', async (t) => {
    const site = await serve(t);
    const body = noScript({ timestamp: '' });
    // As browsers order it: the consent stands behind the file.
    body.delete('privacyTerms');
    body.set('attachment', new Blob([pdf(attachmentBytes * 2)], { type: 'application/pdf' }), 'cv.pdf');
    body.set('privacyTerms', 'on');
    const answer = await post(site, body, '/contacts?topic=career');
    const html = shown(await answer.text());
    assert.equal(answer.status, 413);
    assert.match(html, /larger than 10\u00a0MB/);
    assert.match(html, /We need a harbour pilot/);
    assert.match(html, /value="Kovalenko"/);
    assert.match(html, /name="privacyTerms"[^>]*checked/);
    assert.deepEqual(site.backend.sent, []);
  });

  it('does not wait for the end of a film, and keeps the fields before it', async (t) => {
    const site = await serve(t);
    const boundary = 'the-end-of-a-part';
    const field = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const head = [
      field('message', 'We need a harbour pilot.'),
      `--${boundary}\r\nContent-Disposition: form-data; name="attachment"; filename="film.pdf"\r\n`,
      'Content-Type: application/pdf\r\n\r\n',
    ].join('');
    let sent = 0;
    const answer = await new Promise<{ status: number; html: string }>((resolve, reject) => {
      const outgoing = request(`${site.origin}/contacts`, {
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        let html = '';
        response.setEncoding('utf8').on('data', (part: string) => (html += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, html }));
        response.on('error', reject);
      });
      outgoing.write(head);
      const more = () => {
        if (outgoing.destroyed || sent > 400) return;
        sent += 1;
        if (outgoing.write(Buffer.alloc(1024 * 1024, 0x20))) setImmediate(more);
        else outgoing.once('drain', more);
      };
      more();
      t.after(() => outgoing.destroy());
    });
    assert.equal(answer.status, 413);
    assert.match(answer.html, /larger than 10\u00a0MB/);
    assert.match(answer.html, /We need a harbour pilot/);
    assert.ok(sent < 100, `${sent} MB were taken`);
  });

  it('keeps the text when the address is above its limit', async (t) => {
    const site = await serve(t, { config: { rateLimit: 1 } });
    await post(site, noScript(), '/contacts');
    const answer = await post(site, noScript({}, { content: pdf() }), '/contacts');
    assert.equal(answer.status, 429);
    assert.match(shown(await answer.text()), /We need a harbour pilot/);
  });

  it('keeps an endless message up to its limit, and says that its end is missing', async (t) => {
    const answer = await post(await serve(t), noScript({ message: `Dear all, ${'x'.repeat(90_000)}` }));
    const html = shown(await answer.text());
    assert.equal(answer.status, 413);
    assert.match(html, /Dear all, x{1000}/);
    assert.match(html, /its end is missing here/);
    assert.match(html, /value="Kovalenko"/);
  });

  it('does not say so of a message that is complete beside an endless name', async (t) => {
    const answer = await post(await serve(t), noScript({ lastName: 'x'.repeat(90_000) }));
    const html = shown(await answer.text());
    assert.equal(answer.status, 413);
    assert.match(html, /The message is too large to send/);
    assert.doesNotMatch(html, /its end is missing here/);
  });

  it('explains a filled honeypot to a person, and allows another attempt', async (t) => {
    const answer = await post(await serve(t), noScript({ [honeypotField]: 'x' }));
    const html = shown(await answer.text());
    assert.equal(answer.status, 422);
    assert.match(html, /The message looks automatic/);
    assert.match(html, /We need a harbour pilot/);
  });

  for (const [title, handler, status, message] of [
    [
      '400 and a text',
      (_request: unknown, response: never) => sendJson(response, 400, { error: 'Blocked sender' }),
      422,
      /Blocked sender/,
    ],
    [
      '400',
      (_request: unknown, response: never) => sendJson(response, 400, {}),
      422,
      /Invalid form data\. Please check your input\./,
    ],
    [
      '500',
      (_request: unknown, response: never) => sendJson(response, 500, { error: 'x' }),
      502,
      /Server error\. Please try again later\./,
    ],
    ['418', (_request: unknown, response: never) => sendJson(response, 418, {}), 422, /Failed to send message\./],
    ['nothing', () => undefined, 504, /Network error\. Please check your connection and try again\./],
  ] as const) {
    it(`keeps the text when the backend answers ${title}`, async (t) => {
      const answer = await post(await failing(t, handler as Parameters<FakeBackend['respondWith']>[0]), noScript());
      const html = shown(await answer.text());
      assert.equal(answer.status, status);
      assert.match(html, message);
      assert.match(html, /We need a harbour pilot/);
    });
  }

  it('accepts no other encoding', async (t) => {
    const { get } = await serve(t);
    assert.equal(
      (await get('/contacts', { method: 'POST', body: new URLSearchParams({ firstName: 'Olha' }) })).status,
      415,
    );
  });
});
