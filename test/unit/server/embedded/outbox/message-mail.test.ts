import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { runMail } from '#server/embedded/commands/mail-command.ts';
import type { DatabasePlace } from '#server/embedded/storage/storage.ts';
import { startBackend } from '../../../../support/backend.ts';
import { base64, goodMessage, pdf } from '../../../../support/contact.ts';
import { captureCommand } from '../../../../support/capture-command.ts';
import { describeOnBoth } from '../../../../support/databases.ts';
import { startMailServer } from '../../../../support/mail-server.ts';
import { json } from '../../../../support/posts.ts';
import { until } from '../../../../support/until.ts';

async function start(t: TestContext, place: DatabasePlace, env: Record<string, string>) {
  const backend = await startBackend(t, place, env);
  const post = (body: object, key: string) =>
    fetch(`${backend.origin}/api/contact`, json(body, { 'idempotency-key': key }));
  return { backend, post };
}

const decode = (source: string) =>
  source
    .split('\r\n\r\n')
    .map((part) => Buffer.from(part, 'base64').toString())
    .join('\n');

describeOnBoth('a message', (newPlace) => {
  it('goes to the address of its topic, with its file, and is confirmed to its sender, once for one submit', async (t) => {
    const mail = await startMailServer(t);
    const { backend, post } = await start(t, await newPlace(t), {
      MAIL_URL: mail.url,
      MAIL_FROM: 'Obrii <site@obrii.example>',
      MAIL_TO: 'all@obrii.example',
      MAIL_TO_CAREER: 'people@obrii.example',
    });
    const attachment = { name: 'cv.pdf', type: 'application/pdf', data: base64(pdf(2000)) };
    const message = { ...goodMessage(), topic: 'career', language: 'ua', attachment };
    for (let times = 0; times < 2; times += 1) assert.equal((await post(message, 'one')).status, 200);
    assert.equal((await post({ ...goodMessage(), topic: 'legal' }, 'two')).status, 200);
    // A request from the backend client of another site has neither topic nor language.
    assert.equal((await post({ ...goodMessage(), message: 'Without a topic' }, 'three')).status, 200);
    await until('all e-mails have come', () => mail.taken.length === 6);
    await until('nothing waits', () => backend.state.outbox.pending === 0);
    const recipients = mail.taken.map(({ to }) => to).sort();
    const olha = 'olha@example.com';
    assert.deepEqual(recipients, ['all@obrii.example', 'all@obrii.example', olha, olha, olha, 'people@obrii.example']);
    const { source = '' } = mail.taken.find(({ to }) => to === 'people@obrii.example') ?? {};
    assert.match(source, /^Reply-To: olha@example\.com\r$/m);
    assert.match(source, /^From: Obrii <site@obrii\.example>\r$/m);
    assert.match(source, /filename=cv\.pdf/);
    assert.ok(source.replaceAll('\r\n', '').includes(base64(pdf(2000))));
    const confirmations = mail.taken.filter(({ to }) => to === olha);
    assert.equal(confirmations.filter(({ source: text }) => /Auto-Submitted: auto-replied/.test(text)).length, 3);
    assert.equal(confirmations.filter(({ source: text }) => decode(text).includes('Вітаємо!')).length, 1);
  });

  it('is stored as e-mails without a mail server, and npm run mail shows them', async (t) => {
    const place = await newPlace(t);
    assert.match((await captureCommand(t, runMail, [], { ...place, databaseUrl: null })).text, /no database in/);
    const { post } = await start(t, place, {});
    assert.match((await captureCommand(t, runMail, [], place)).text, /^No e-mail has been written yet\.$/);
    await post({ ...goodMessage(), topic: 'general', language: 'en', message: 'A bell: \u0007 and a line.' }, 'one');
    const { code, text } = await captureCommand(t, runMail, [], place);
    assert.equal(code, 0);
    assert.match(text, /kept +2 +olha@example\.com: We have received your message/);
    assert.match(text, /kept +1 +hello@obrii\.example: General: a message from Olha Kovalenko/);
    const shown = await captureCommand(t, runMail, ['--show', '1'], place);
    assert.match(shown.text, /^To: hello@obrii\.example\nReply-To: olha@example\.com\nSubject: General/);
    assert.match(shown.text, /A bell: {3}and a line\./);
    assert.equal((await captureCommand(t, runMail, ['--show', '7'], place)).code, 1);
    for (const args of [['--limit', '0'], ['--show', 'x'], ['stray']])
      assert.match((await captureCommand(t, runMail, args, place)).text, /^Usage: npm run mail/);
  });
});
