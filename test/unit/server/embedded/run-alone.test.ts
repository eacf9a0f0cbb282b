import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { addEmail } from '#server/embedded/outbox/outbox.ts';
import { newSqlite, writeTo } from '../../../support/databases.ts';
import { startMailServer } from '../../../support/mail-server.ts';
import { emailTo } from '../../../support/outbox.ts';
import { killAfter, root } from '../../../support/process.ts';

it('a backend whose port is taken finishes the e-mails that it has begun to send', async (t) => {
  const place = await newSqlite(t);
  await writeTo(place, (database) =>
    addEmail(database, { event: 'email:1', email: emailTo('olha@example.com'), hasMailServer: true }),
  );
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => void taken.close());
  await once(taken, 'listening');
  const mail = await startMailServer(t);
  const backend = spawn(process.execPath, ['--import', 'tsx', 'server/embedded/main.ts'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String((taken.address() as AddressInfo).port),
      DATA_DIR: place.dataDir,
      BACKEND_TOKEN: 'secret-test-token',
      MAIL_URL: mail.url,
      MAIL_FROM: 'site@example.com',
      MAIL_TO: 'office@example.com',
    },
  });
  killAfter(t, backend);
  assert.deepEqual(await once(backend, 'exit'), [1, null]);
  using database = new DatabaseSync(join(place.dataDir, 'backend.sqlite'));
  const row = database.prepare('SELECT state, claimed_until FROM outbox').get();
  assert.deepEqual({ ...row, received: mail.taken.length }, { state: 'sent', claimed_until: 0, received: 1 });
});
