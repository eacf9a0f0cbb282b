import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { startDelivery } from '#server/embedded/outbox/delivery.ts';
import { addNotification } from '#server/embedded/outbox/outbox.ts';
import { createSendNotification } from '#server/embedded/outbox/send-notification.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { listen } from '../../../../support/listen.ts';
import { runToTheEnd } from '../../../../support/outbox.ts';

describeOnBoth('the outbox', (newPlace) => {
  it('calls the receiver with a signature that Standard Webhooks accepts, and repeats the call until the status is 2xx', async (t) => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const received: unknown[] = [];
    const identities: unknown[] = [];
    const receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        identities.push(request.headers['webhook-id']);
        const body = Buffer.concat(parts).toString();
        received.push(new Webhook(secret).verify(body, request.headers as Record<string, string>));
        const status = [500, 302, 204][received.length - 1] ?? 204;
        response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {}).end();
      });
    });
    const storage = await openTestStorage(t, await newPlace(t));
    const clock = { now: Date.now() };
    const delivery = startDelivery({
      storage,
      sendEmail: null,
      sendNotification: createSendNotification({ url: `${await listen(t, receiver)}/hook`, secret }),
      sendRefund: () => Promise.reject(new Error('nothing is returned here')),
      writeLog: () => undefined,
      now: () => clock.now,
      pollMs: 5,
    });
    t.after(() => delivery.close());
    const call = { type: 'message.created' as const, timestamp: '2026-03-01T10:00:00.000Z', data: { id: 7 } };
    await storage.write((database) => addNotification(database, 'message:7:call', call));
    await runToTheEnd(storage, clock);
    assert.deepEqual(received, [call, call, call]);
    assert.equal(new Set(identities).size, 1);
  });
});
