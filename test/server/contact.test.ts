import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { request } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { attachmentBytes, honeypotField } from '#shared/contact-limits.ts';
import { contactFormData, goodMessage, pdf } from '../support/contact.ts';
import { fakeUpstream, sendJson, type FakeUpstream } from '../support/fake-upstream.ts';
import { serve, type Served } from '../support/serve.ts';

const form = (body: FormData) => ({ method: 'POST', body });
const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const base64 = (content: Buffer) => content.toString('base64');
const bodyOf = async (answer: Response) => (await answer.json()) as { error?: string; errors?: Record<string, string> };

/** What a visitor sees, without the data beside it. */
const shown = async (answer: Response) => (await answer.text()).split('<script type="application/json"')[0] ?? '';

/** Sends raw bytes, so that headers may lie; answers as soon as the server does. */
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

const partHead = (name: string, extra = '') => `--cut\r\nContent-Disposition: form-data; name="${name}"${extra}\r\n`;
const multipart = { 'content-type': 'multipart/form-data; boundary=cut' };

describe('a message', () => {
  it('goes to the backend as the JSON of section 7', async (t) => {
    const { get, upstream } = await serve(t);
    const message = goodMessage();
    const answer = await get('/api/contact', json({ ...message, firstName: ' Olha ' }));
    assert.equal(answer.status, 200);
    assert.deepEqual(upstream.sent, [['/api/contact', message]]);
  });

  it('is the same when a browser sends it as a form', async (t) => {
    const { get, upstream } = await serve(t);
    const { timestamp } = goodMessage();
    const answer = await get('/api/contact', form(contactFormData({ timestamp: String(timestamp) })));
    assert.equal(answer.status, 200);
    assert.deepEqual(upstream.sent, [['/api/contact', { ...goodMessage(), timestamp }]]);
  });

  it('carries its file as base64 without a prefix', async (t) => {
    const { get, upstream } = await serve(t);
    const content = pdf(200_001);
    const answer = await get('/api/contact', form(contactFormData({}, { content, name: 'резюме "Ольги".pdf' })));
    assert.equal(answer.status, 200);
    const [[, body]] = upstream.sent as [[string, { attachment: unknown }]];
    assert.deepEqual(body.attachment, { name: 'резюме "Ольги".pdf', type: 'application/pdf', data: base64(content) });
    assert.deepEqual(Object.keys(body), [...Object.keys(goodMessage()), 'attachment']);
  });

  it('carries the file of a JSON call too', async (t) => {
    const { get, upstream } = await serve(t);
    const attachment = { name: 'cv.pdf', data: base64(pdf()), type: 'application/pdf' };
    const answer = await get('/api/contact', json({ ...goodMessage(), attachment }));
    assert.equal(answer.status, 200);
    assert.deepEqual((upstream.sent[0]?.[1] as { attachment: unknown }).attachment, attachment);
  });

  it('is sent once, however often it comes', async (t) => {
    const { get, upstream } = await serve(t);
    const send = (timestamp: number) =>
      get('/api/contact', form(contactFormData({ timestamp: String(timestamp) }, { content: pdf() })));
    const answers = await Promise.all([1, 2, 3, 4].map(send));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    assert.equal(upstream.sent.length, 1);
    await get('/api/contact', form(contactFormData({}, { content: pdf(1001) })));
    assert.equal(upstream.sent.length, 2, 'another file is another message');
  });
});

describe('the edge refuses', () => {
  for (const [title, changes, errors] of [
    ['a short first name', { firstName: 'O' }, { firstName: 'firstNameMin' }],
    ['a short last name', { lastName: ' ' }, { lastName: 'lastNameMin' }],
    ['a broken address', { email: 'olha@example' }, { email: 'emailInvalid' }],
    ['a short message', { message: 'Hello' }, { message: 'messageMin' }],
    ['no consent', { privacyTerms: false }, { privacyTerms: 'privacyRequired' }],
    ['a filled honeypot', { honeypot: 'x' }, { honeypot: 'botDetected' }],
    ['a form filled in faster than 3000 ms', { timestamp: Date.now() + 500 }, { timestamp: 'tooFastError' }],
    ['a timestamp that is no number', { timestamp: 'now' }, { timestamp: 'invalid' }],
    ['a field too many', { admin: true }, { admin: 'invalid' }],
    ['a career message without a file', { topic: 'career' }, { attachment: 'attachmentRequired' }],
    [
      'a broken attachment',
      { attachment: { name: 'cv.pdf', type: 'application/pdf' } },
      { 'attachment.data': 'invalid' },
    ],
    [
      'base64 with a prefix',
      { attachment: { name: 'cv.pdf', type: 'application/pdf', data: `data:application/pdf;base64,${base64(pdf())}` } },
      { attachment: 'attachment' },
    ],
    [
      'a file of another type',
      { attachment: { name: 'cv.txt', type: 'text/plain', data: base64(pdf()) } },
      { attachment: 'fileType' },
    ],
    [
      'a file that only says it is a PDF',
      { attachment: { name: 'cv.pdf', type: 'application/pdf', data: base64(Buffer.from('MZ, a program')) } },
      { attachment: 'fileType' },
    ],
    [
      'an empty file',
      { attachment: { name: 'cv.pdf', type: 'application/pdf', data: '' } },
      { attachment: 'fileEmpty' },
    ],
    [
      'a file on the general tab',
      { topic: 'general', attachment: { name: 'cv.pdf', type: 'application/pdf', data: base64(pdf()) } },
      { attachment: 'attachmentUnexpected' },
    ],
  ] as const) {
    it(`${title}, and says which field`, async (t) => {
      const { get, upstream } = await serve(t);
      const answer = await get('/api/contact', json({ ...goodMessage(), ...changes }));
      assert.equal(answer.status, 400);
      assert.deepEqual(await bodyOf(answer), { error: Object.values(errors)[0], errors });
      assert.deepEqual(upstream.sent, []);
    });
  }

  it('a form whose honeypot is filled', async (t) => {
    const { get, upstream } = await serve(t);
    const answer = await get('/api/contact', form(contactFormData({ [honeypotField]: 'x' })));
    assert.deepEqual(await bodyOf(answer), { error: 'botDetected', errors: { honeypot: 'botDetected' } });
    assert.deepEqual(upstream.sent, []);
  });

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
    it(`${type} with 415`, async (t) => {
      const { get } = await serve(t);
      const answer = await get('/api/contact', { method: 'POST', headers: { 'content-type': type }, body: 'x=1' });
      assert.equal(answer.status, 415);
      assert.deepEqual(await bodyOf(answer), { error: 'unsupportedType' });
    });
  }

  for (const [title, body] of [
    ['no object', '7'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no JSON', '{"firstName":'],
  ] as const) {
    it(`JSON that is ${title}`, async (t) => {
      const { get, upstream } = await serve(t);
      const answer = await get('/api/contact', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      assert.equal(answer.status, 400);
      assert.ok((await bodyOf(answer)).error);
      assert.deepEqual(upstream.sent, []);
    });
  }

  for (const [title, headers, body] of [
    ['without a boundary', { 'content-type': 'multipart/form-data' }, 'x'],
    [
      'that ends in the middle of a file',
      multipart,
      `${partHead('attachment', '; filename="cv.pdf"')}Content-Type: application/pdf\r\n\r\n%PDF-1.7`,
    ],
    ['that ends in the middle of a field', multipart, `${partHead('firstName')}\r\nOl`],
    ['that is something else', multipart, 'no parts at all'],
    [
      'with two files',
      multipart,
      ['attachment', 'attachment'].map((name) => `${partHead(name, '; filename="cv.pdf"')}\r\n%PDF-\r\n`).join('') +
        '--cut--\r\n',
    ],
    [
      'with a hundred fields',
      multipart,
      Array.from({ length: 100 }, (_, index) => `${partHead(`f${index}`)}\r\nx\r\n`).join('') + '--cut--\r\n',
    ],
  ] as const) {
    it(`a form ${title}`, async (t) => {
      const { get, upstream } = await serve(t);
      const answer = await get('/api/contact', { method: 'POST', headers, body });
      assert.equal(answer.status, 400);
      assert.deepEqual(await bodyOf(answer), { error: 'badRequest' });
      assert.deepEqual(upstream.sent, []);
    });
  }
});

describe('a file', () => {
  it('of exactly 10 MB passes, as a form and as JSON', async (t) => {
    const { get, upstream } = await serve(t);
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
    const lengths = upstream.sent.map(([, body]) => (body as { attachment: { data: string } }).attachment.data.length);
    assert.deepEqual(lengths, [base64(content).length, base64(content).length]);
  });

  it('of one byte more is a 413, as a form and as JSON', async (t) => {
    const { get, upstream } = await serve(t);
    const content = pdf(attachmentBytes + 1);
    for (const answer of [
      await get('/api/contact', form(contactFormData({}, { content }))),
      await get(
        '/api/contact',
        json({ ...goodMessage(), attachment: { name: 'cv.pdf', type: 'application/pdf', data: base64(content) } }),
      ),
    ]) {
      assert.equal(answer.status, 413);
      assert.deepEqual(await bodyOf(answer), { error: 'fileSize', errors: { attachment: 'fileSize' } });
    }
    assert.deepEqual(upstream.sent, []);
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

  it('that is longer than it said, or says nothing, is refused with the first byte too many', async (t) => {
    const { origin, upstream } = await serve(t);
    const answer = await sendRaw(origin, { ...multipart, 'transfer-encoding': 'chunked' }, (write) => {
      write(`${partHead('attachment', '; filename="cv.pdf"')}Content-Type: application/pdf\r\n\r\n`);
      write(pdf(attachmentBytes + 1));
      // Nothing more is sent, and the form is never ended.
    });
    assert.equal(answer.status, 413);
    assert.equal((JSON.parse(answer.body) as { error: string }).error, 'fileSize');
    assert.deepEqual(upstream.sent, []);
  });

  it('that is shorter than it said is no message', async (t) => {
    const { origin, upstream } = await serve(t);
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
    assert.deepEqual(upstream.sent, []);
  });

  it('beside a text of many pages is a 413', async (t) => {
    const { get } = await serve(t);
    const answer = await get('/api/contact', form(contactFormData({ message: 'x'.repeat(90_000) })));
    assert.equal(answer.status, 413);
    assert.deepEqual(await bodyOf(answer), { error: 'tooLarge' });
  });
});

describe('a backend that fails', () => {
  const failures: [title: string, handler: Parameters<FakeUpstream['misbehave']>[0], status: number, body: unknown][] =
    [
      [
        'with 400 and a text',
        (_request, response) => sendJson(response, 400, { error: 'Blocked sender' }),
        400,
        { error: 'Blocked sender' },
      ],
      ['with 400 and no text', (_request, response) => sendJson(response, 400, {}), 400, {}],
      ['with 500', (_request, response) => sendJson(response, 500, { error: 'stack' }), 500, { error: 'stack' }],
      [
        'with 418',
        (_request, response) => sendJson(response, 418, { error: 'I am a teapot' }),
        418,
        { error: 'I am a teapot' },
      ],
      [
        'with a page in place of JSON',
        (_request, response) => {
          response.writeHead(503).end('<h1>Down</h1>');
        },
        503,
        {},
      ],
      [
        'by closing the connection',
        (req) => {
          req.socket.destroy();
        },
        502,
        { error: 'backendRefused' },
      ],
      ['by saying nothing', () => undefined, 504, { error: 'backendSilent' }],
    ];

  for (const withFile of [false, true]) {
    for (const [title, handler, status, body] of failures) {
      it(`${title} is passed on${withFile ? ', with a file too' : ''}, and a retry is sent`, async (t) => {
        const upstream = await fakeUpstream(t);
        const { get } = await serve(t, { upstream, timeoutMs: 400 });
        const post = () =>
          get('/api/contact', form(contactFormData({}, withFile ? { content: pdf(300_000) } : undefined)));
        upstream.misbehave(handler);
        const answer = await post();
        assert.equal(answer.status, status);
        assert.deepEqual(await answer.json(), body);
        upstream.misbehave(null);
        assert.equal((await post()).status, 200);
      });
    }
  }

  it('by refusing connections is a 502', async (t) => {
    const upstream = await fakeUpstream(t);
    const { get } = await serve(t, { upstream });
    await upstream.close();
    const answer = await get('/api/contact', form(contactFormData()));
    assert.equal(answer.status, 502);
    assert.deepEqual(await answer.json(), { error: 'backendRefused' });
  });

  it('leaves nothing of the visitor in the log', async (t) => {
    const upstream = await fakeUpstream(t);
    const { get, logged } = await serve(t, { upstream });
    await upstream.close();
    await get('/api/contact', form(contactFormData()));
    assert.ok(!JSON.stringify(logged).includes('olha'));
  });
});

describe('the form without JavaScript', () => {
  const post = ({ get }: Served, body: FormData, address = '/contacts') => get(address, form(body));
  const noScript = (changes: Record<string, string> = {}, file?: Parameters<typeof contactFormData>[1]) =>
    contactFormData({ timestamp: '', privacyTerms: 'on', ...changes }, file);
  const failing = async (t: TestContext, handler: Parameters<FakeUpstream['misbehave']>[0]) => {
    const upstream = await fakeUpstream(t);
    const served = await serve(t, { upstream, timeoutMs: 400 });
    upstream.misbehave(handler);
    return served;
  };

  it('is followed by a redirect to a page that says so', async (t) => {
    const site = await serve(t);
    const answer = await post(site, noScript());
    assert.equal(answer.status, 303);
    const location = answer.headers.get('location') ?? '';
    assert.equal(location, '/contacts?sent=contact#contact-sent');
    assert.equal(site.upstream.sent.length, 1);
    assert.match(await site.html(location.replace(/#.*/, '')), /Send another message/);
  });

  it('counts a line end once, as its writer does', async (t) => {
    const site = await serve(t);
    const message = Array.from({ length: 10_000 }, () => 'x').join('\r\n');
    assert.equal((await post(site, noScript({ message }))).status, 303);
    assert.equal((site.upstream.sent[0]?.[1] as { message: string }).message, message.replaceAll('\r\n', '\n'));
  });

  it('sends a file, and a timestamp that is a number', async (t) => {
    const site = await serve(t);
    await post(site, noScript({}, { content: pdf() }));
    const [[, body]] = site.upstream.sent as [[string, { timestamp: unknown; attachment: { data: string } }]];
    assert.equal(typeof body.timestamp, 'number');
    assert.equal(body.attachment.data, base64(pdf()));
  });

  it('comes back with values and errors', async (t) => {
    const site = await serve(t);
    const answer = await post(site, noScript({ firstName: 'O', message: 'A "long" <thought>' }));
    const html = await shown(answer);
    assert.equal(answer.status, 422);
    assert.match(html, /<title>Error: /);
    assert.match(html, /Your first name needs at least 2 letters/);
    assert.match(html, /A (&quot;|")long(&quot;|") &lt;thought&gt;/);
    assert.match(html, /aria-invalid="true"/);
    assert.match(html, /value="Kovalenko"/);
    assert.deepEqual(site.upstream.sent, []);
  });

  it('comes back in Ukrainian, on the tab it was sent from, and asks for the file again', async (t) => {
    const site = await serve(t);
    const answer = await post(site, noScript({ email: 'no' }, { content: pdf() }), '/contacts?topic=career&lang=ua');
    const html = await shown(answer);
    assert.equal(answer.status, 422);
    assert.match(html, /Адреса має містити/);
    assert.match(html, /name="attachment"/);
    assert.match(html, /ще\sраз/);
  });

  it('asks for a file on the career tab', async (t) => {
    const answer = await post(await serve(t), noScript({ topic: 'career' }), '/contacts?topic=career');
    assert.equal(answer.status, 422);
    assert.match(await shown(answer), /Please attach your CV as a PDF/);
  });

  it('keeps the text when the file is too large', async (t) => {
    const answer = await post(
      await serve(t),
      noScript({}, { content: pdf(attachmentBytes + 1) }),
      '/contacts?topic=career',
    );
    const html = await shown(answer);
    assert.equal(answer.status, 413);
    assert.match(html, /larger than 10 MB/);
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
    const html = await shown(answer);
    assert.equal(answer.status, 413);
    assert.match(html, /larger than 10 MB/);
    assert.match(html, /We need a harbour pilot/);
    assert.match(html, /value="Kovalenko"/);
    assert.match(html, /name="privacyTerms"[^>]*checked/);
    assert.deepEqual(site.upstream.sent, []);
  });

  it('does not wait for the end of a film, and keeps what stood before it', async (t) => {
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
      const request = httpRequest(`${site.origin}/contacts`, {
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      });
      request.on('error', reject);
      request.on('response', (response) => {
        let html = '';
        response.setEncoding('utf8').on('data', (part: string) => (html += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, html }));
        response.on('error', reject);
      });
      request.write(head);
      const more = () => {
        if (request.destroyed || sent > 400) return;
        sent += 1;
        if (request.write(Buffer.alloc(1024 * 1024, 0x20))) setImmediate(more);
        else request.once('drain', more);
      };
      more();
      t.after(() => request.destroy());
    });
    assert.equal(answer.status, 413);
    assert.match(answer.html, /larger than 10 MB/);
    assert.match(answer.html, /We need a harbour pilot/);
    assert.ok(sent < 100, `${sent} MB were taken`);
  });

  it('keeps the text when the address has sent too much', async (t) => {
    const site = await serve(t, { config: { rateLimit: 1 } });
    await post(site, noScript(), '/contacts');
    const answer = await post(site, noScript({}, { content: pdf() }), '/contacts');
    assert.equal(answer.status, 429);
    assert.match(await shown(answer), /We need a harbour pilot/);
  });

  it('keeps an endless message up to its limit', async (t) => {
    const answer = await post(await serve(t), noScript({ message: `Dear all, ${'x'.repeat(90_000)}` }));
    const html = await shown(answer);
    assert.equal(answer.status, 413);
    assert.match(html, /Dear all, x{1000}/);
    assert.match(html, /value="Kovalenko"/);
  });

  it('says to a person whose honeypot was filled what happened, and lets them send again', async (t) => {
    const answer = await post(await serve(t), noScript({ [honeypotField]: 'x' }));
    const html = await shown(answer);
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
      const answer = await post(await failing(t, handler as Parameters<FakeUpstream['misbehave']>[0]), noScript());
      const html = await shown(answer);
      assert.equal(answer.status, status);
      assert.match(html, message);
      assert.match(html, /We need a harbour pilot/);
    });
  }

  it('takes no other encoding', async (t) => {
    const { get } = await serve(t);
    assert.equal(
      (await get('/contacts', { method: 'POST', body: new URLSearchParams({ firstName: 'Olha' }) })).status,
      415,
    );
  });
});
