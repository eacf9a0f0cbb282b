import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { it } from 'node:test';
import { createSendEmail, isUnknownRecipient } from '#server/embedded/outbox/send-email.ts';
import { startMailServer } from '../../../../support/mail-server.ts';
import { emailTo, from } from '../../../../support/outbox.ts';

/** The subject as a mail program shows it (RFC 2047). */
function readSubject(source: string): string {
  const [, header = ''] = /^Subject: (.*(?:\r\n .*)*)/m.exec(source) ?? [];
  return header
    .replace(/\r\n(?= )/g, '')
    .replace(/(\?=) +(?==\?)/g, '$1')
    .replace(/(?:=\?utf-8\?[qb]\?[^?]*\?=)+/gi, (words) =>
      Buffer.concat(
        [...words.matchAll(/\?([qb])\?([^?]*)\?=/gi)].map(([, encoding, text = '']) =>
          encoding?.toLowerCase() === 'b'
            ? Buffer.from(text, 'base64')
            : Buffer.from(
                text
                  .replace(/_/g, ' ')
                  .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
                'latin1',
              ),
        ),
      ).toString(),
    );
}

it('a subject comes as it was typed, also with the words of an encoded header', async (t) => {
  const server = await startMailServer(t);
  const send = createSendEmail({ url: server.url, from });
  const evil = '=?utf-8?q?evil?=';
  const subjects = [
    `Legal: a message from ${evil}`,
    `${evil} ${evil}`,
    '=?utf-8?b?ZXZpbA==?=',
    `Юридичні питання: пише ${evil} ${'Ольга 🏗️ '.repeat(12)}кінець`,
    `a=?b ${'long '.repeat(30)}end`,
    'Legal: a message from Olha "O" Kovalenko',
  ];
  for (const [index, subject] of subjects.entries())
    await send({ ...emailTo('a@example.com'), subject }, `email:${index}`, null);
  assert.deepEqual(
    server.taken.map(({ source }) => readSubject(source)),
    subjects,
  );
});

it('an attempt ends although the mail server sends a line now and then and never finishes', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 mail.example\r\n');
    socket.once('data', () => {
      const timer = setInterval(() => socket.write('250-X\r\n'), 20);
      socket.once('close', () => clearInterval(timer));
    });
    t.after(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  const send = createSendEmail(
    { url: `smtp://127.0.0.1:${address.port}`, from },
    { connectMs: 10_000, silenceMs: 10_000, totalMs: 300 },
  );
  await assert.rejects(send(emailTo('a@example.com'), 'email:1', null), /did not finish within 300 ms/);
});

it('an address does not exist if the mail server says so about the recipient, and not for another refusal', () => {
  const answers: [response: string, isUnknown: boolean][] = [
    ['550 no such user', true],
    ['550 5.1.1 no such user', true],
    ['550-5.1.1 no such user\n550 5.1.1 see the help', true],
    ['550 5.1.10 the domain takes no mail', true],
    ['551 5.1.6 the user has moved', true],
    ['550 #5.1.0 address rejected', true],
    ['550 5.7.1 relaying denied', false],
    ['550-5.7.26 the sender is not authenticated\n550 5.7.26 see the help', false],
    ['550 #5.7.1 your address is on a list', false],
    ['550 5.2.1 the mailbox is disabled', false],
    ['550 5.1.7 the address of the sender is wrong', false],
    ['550 5.1.8 the domain of the sender does not exist', false],
    ['451 try again later', false],
    ['554 no', false],
  ];
  for (const [response, isUnknown] of answers) {
    const error = { command: 'RCPT TO', responseCode: Number(response.slice(0, 3)), response };
    assert.equal(isUnknownRecipient(error), isUnknown, response);
    assert.equal(isUnknownRecipient({ ...error, command: 'MAIL FROM' }), false, response);
  }
});
