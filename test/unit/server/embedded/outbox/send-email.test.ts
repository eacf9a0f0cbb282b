import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { it } from 'node:test';
import { createSendEmail } from '#server/embedded/outbox/send-email.ts';
import { emailTo, from } from '../../../../support/outbox.ts';

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
