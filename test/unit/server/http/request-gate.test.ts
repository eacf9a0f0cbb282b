import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { it } from 'node:test';
import express from 'express';
import { readConfig } from '#server/config/config.ts';
import { AlreadyRespondedError } from '#server/http/body/request-error.ts';
import { createRequestGate } from '#server/http/request-gate.ts';
import { listen } from '../../../support/listen.ts';

it('a post that was answered with 408 while its body was late is not accepted when the rest arrives', async (t) => {
  const gate = createRequestGate({
    limits: {
      isPostAboveLimit: () => Promise.resolve(false),
      isGuessAboveLimit: () => Promise.resolve(false),
      isPersonalPageAboveLimit: () => Promise.resolve(false),
    },
    config: readConfig({}),
    sendError: (res, status) => res.status(status).end(),
  });
  const accepted = Promise.withResolvers<Promise<boolean>>();
  const app = express();
  app.post('/', async (req, res) => {
    const isAccepted = gate.acceptPost(req, res, { body: { kind: 'json', maxBytes: 100 } });
    // What the guard does in time with a body that is late.
    res.status(408).end();
    accepted.resolve(isAccepted);
    await isAccepted.catch(() => undefined);
  });
  const origin = new URL(await listen(t, createServer(app)));
  const socket = connect(Number(origin.port), origin.hostname);
  t.after(() => socket.destroy());
  socket.write('POST / HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{');
  socket.once('data', () => socket.write('}'));
  await assert.rejects(accepted.promise, AlreadyRespondedError);
});
