import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { honeypotField } from '#shared/hidden-fields.ts';
import { base64, contactFormData, goodMessage, multipart, partHead, pdf, readErrors } from '../../support/contact.ts';
import { form, json } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';

describe('a message', () => {
  it('goes to the backend as the JSON of server/backend/README.md', async (t) => {
    const { get, backend } = await serve(t);
    const message = goodMessage();
    const answer = await get('/api/contact', json({ ...message, firstName: ' Olha ' }));
    assert.equal(answer.status, 200);
    assert.deepEqual(backend.sent, [['/api/contact', { ...message, language: 'en' }]]);
  });

  it('has the language of the page: that of the address, of the cookie, or of the browser', async (t) => {
    const { get, backend } = await serve(t);
    const send = async (path: string, headers: Record<string, string>, timestamp: number) => {
      const message = { ...goodMessage(), message: `The message ${timestamp}`, timestamp, topic: 'legal' };
      await get(path, json(message, headers));
      const { language, topic } = (backend.sent.at(-1)?.[1] ?? {}) as { language?: string; topic?: string };
      return `${language} ${topic}`;
    };
    assert.equal(await send('/api/contact', { cookie: 'language=ua' }, 1), 'ua legal');
    assert.equal(await send('/api/contact', { 'accept-language': 'uk' }, 2), 'ua legal');
    assert.equal(await send('/api/contact', { 'accept-language': 'uk', cookie: 'language=en' }, 3), 'en legal');
    assert.equal(await send('/api/contact?lang=ua', { cookie: 'language=en' }, 4), 'ua legal');
  });

  it('is the same when a browser sends it as a form', async (t) => {
    const { get, backend } = await serve(t);
    const { timestamp, email } = goodMessage();
    const pasted = `\u2068${email}\u2069`;
    const answer = await get('/api/contact', form(contactFormData({ timestamp: String(timestamp), email: pasted })));
    assert.equal(answer.status, 200);
    const sent = { ...goodMessage(), timestamp, language: 'en', topic: 'general' };
    assert.deepEqual(backend.sent, [['/api/contact', sent]]);
  });

  it('contains its file as base64 without a prefix', async (t) => {
    const { get, backend } = await serve(t);
    const content = pdf(200_001);
    const answer = await get('/api/contact', form(contactFormData({}, { content, name: 'резюме "Ольги".pdf' })));
    assert.equal(answer.status, 200);
    const [[, body]] = backend.sent as [[string, { attachment: unknown }]];
    assert.deepEqual(body.attachment, { name: 'резюме "Ольги".pdf', type: 'application/pdf', data: base64(content) });
    assert.deepEqual(Object.keys(body), [...Object.keys(goodMessage()), 'language', 'topic', 'attachment']);
  });

  it('contains the file of a JSON call too', async (t) => {
    const { get, backend } = await serve(t);
    const attachment = { name: 'cv.pdf', data: base64(pdf()), type: 'application/pdf' };
    const answer = await get('/api/contact', json({ ...goodMessage(), attachment }));
    assert.equal(answer.status, 200);
    assert.deepEqual((backend.sent[0]?.[1] as { attachment: unknown }).attachment, attachment);
  });

  it('has a file whose name ends as a PDF does, and is shown as it is', async (t) => {
    const { get, backend } = await serve(t);
    const data = base64(pdf());
    for (const [name, sent] of [
      ['run.bat', 'run.bat.pdf'],
      ['cv\u202efdp.hta', 'cvfdp.hta.pdf'],
      ['CV.PDF', 'CV.PDF'],
      ['../cv\u0000.pdf', '.. cv .pdf'],
      [' ', 'attachment.pdf'],
      [`${'x'.repeat(220)}.html`, `${'x'.repeat(191)}.html.pdf`],
    ] as const) {
      const attachment = { name, data, type: 'application/pdf' };
      const answer = await get('/api/contact', json({ ...goodMessage(), attachment }));
      assert.equal(answer.status, 200, name);
      assert.equal((backend.sent.at(-1)?.[1] as { attachment: { name: string } }).attachment.name, sent);
    }
  });

  it('is sent once, however often it comes', async (t) => {
    const { get, backend } = await serve(t);
    const send = (timestamp: number) =>
      get('/api/contact', form(contactFormData({ timestamp: String(timestamp) }, { content: pdf() })));
    const answers = await Promise.all([1, 2, 3, 4].map(send));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    assert.equal(backend.sent.length, 1);
    await get('/api/contact', form(contactFormData({}, { content: pdf(1001) })));
    assert.equal(backend.sent.length, 2, 'another file is another message');
    const key = { 'idempotency-key': 'a'.repeat(40) };
    for (const topic of ['career', 'legal', 'legal'])
      await get('/api/contact', { ...form(contactFormData({ topic }, { content: pdf() })), headers: key });
    assert.equal(backend.sent.length, 4, 'another topic is another message');
  });
});

describe('the endpoint refuses', () => {
  for (const [title, changes, errors] of [
    ['a short first name', { firstName: 'O' }, { firstName: 'firstNameMin' }],
    ['a short last name', { lastName: 'O' }, { lastName: 'lastNameMin' }],
    ['an empty last name', { lastName: ' ' }, { lastName: 'lastNameMissing' }],
    ['a broken address', { email: 'olha@example' }, { email: 'emailInvalid' }],
    ['a short message', { message: 'Hello' }, { message: 'messageMin' }],
    ['no consent', { privacyTerms: false }, { privacyTerms: 'privacyRequired' }],
    ['a filled honeypot', { honeypot: 'x' }, { honeypot: 'botDetected' }],
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
    it(`${title}, and names the field`, async (t) => {
      const { get, backend } = await serve(t);
      const answer = await get('/api/contact', json({ ...goodMessage(), ...changes }));
      assert.equal(answer.status, 400);
      assert.deepEqual(await readErrors(answer), { error: Object.values(errors)[0], errors });
      assert.deepEqual(backend.sent, []);
    });
  }

  it('a form that is filled in faster than 3000 ms, and names the field', async (t) => {
    const { get, backend } = await serve(t);
    const answer = await get('/api/contact', json({ ...goodMessage(), timestamp: Date.now() + 2000 }));
    assert.equal(answer.status, 400);
    assert.deepEqual(await readErrors(answer), { error: 'tooFastError', errors: { timestamp: 'tooFastError' } });
    assert.deepEqual(backend.sent, []);
  });

  it('a form whose honeypot is filled', async (t) => {
    const { get, backend } = await serve(t);
    const answer = await get('/api/contact', form(contactFormData({ [honeypotField]: 'x' })));
    assert.deepEqual(await readErrors(answer), { error: 'botDetected', errors: { honeypot: 'botDetected' } });
    assert.deepEqual(backend.sent, []);
  });

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
    it(`${type} with 415`, async (t) => {
      const { get } = await serve(t);
      const answer = await get('/api/contact', { method: 'POST', headers: { 'content-type': type }, body: 'x=1' });
      assert.equal(answer.status, 415);
      assert.deepEqual(await readErrors(answer), { error: 'unsupportedType' });
    });
  }

  for (const [type, post] of [
    ['JSON', () => json(goodMessage(), { 'content-encoding': 'gzip' })],
    ['a form', () => ({ ...form(contactFormData()), headers: { 'content-encoding': 'br' } })],
  ] as const)
    it(`${type} with a content coding with 415, because uploads are not decoded`, async (t) => {
      const { get, backend } = await serve(t);
      const answer = await get('/api/contact', post());
      assert.equal(answer.status, 415);
      assert.deepEqual(await readErrors(answer), { error: 'unsupportedType' });
      assert.deepEqual(backend.sent, []);
    });

  it('no message that names the coding identity', async (t) => {
    const { get } = await serve(t);
    assert.equal((await get('/api/contact', json(goodMessage(), { 'content-encoding': 'Identity' }))).status, 200);
  });

  for (const [title, body] of [
    ['no object', '7'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no JSON', '{"firstName":'],
  ] as const) {
    it(`JSON that is ${title}`, async (t) => {
      const { get, backend } = await serve(t);
      const answer = await get('/api/contact', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      assert.equal(answer.status, 400);
      assert.ok((await readErrors(answer)).error);
      assert.deepEqual(backend.sent, []);
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
      const { get, backend } = await serve(t);
      const answer = await get('/api/contact', { method: 'POST', headers, body });
      assert.equal(answer.status, 400);
      assert.deepEqual(await readErrors(answer), { error: 'badRequest' });
      assert.deepEqual(backend.sent, []);
    });
  }
});
