import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { DatabasePlace } from '#server/embedded/storage/storage.ts';
import { addEmail } from '#server/embedded/outbox/outbox.ts';
import { hasTooManyEmails, maxEmailsAnHour } from '#server/embedded/outbox/recipient-limit.ts';
import { startBackend } from '../../../../support/backend.ts';
import { backendToken } from '../../../../support/backend-settings.ts';
import { goodMessage } from '../../../../support/contact.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { invoiceFor } from '../../../../support/orders.ts';
import { json } from '../../../../support/posts.ts';

const email = 'olha@example.com';
const numbers = Array.from({ length: maxEmailsAnHour }, (_, index) => index);

async function start(t: TestContext, place: DatabasePlace, env: Record<string, string> = {}) {
  const backend = await startBackend(t, place, env);
  const storage = await openTestStorage(t, place);
  const post = (path: string, body: object, key: string) =>
    fetch(backend.origin + path, json(body, { 'x-token': backendToken, 'idempotency-key': key }));
  const count = async (recipient: string) =>
    (await storage.read((database) => database.selectFrom('outbox').select('recipient').execute())).filter(
      (row) => row.recipient.toLowerCase() === recipient,
    ).length;
  return { ...backend, storage, post, count };
}

describeOnBoth('an address that gets many e-mails within an hour', (newPlace) => {
  it('gets no further confirmation, while the company gets every message', async (t) => {
    const place = await newPlace(t);
    const { post, count, logged, storage } = await start(t, place);
    for (const number of numbers) {
      const message = { ...goodMessage(), email: number === 0 ? 'Olha@Example.com' : email };
      // A repeated request is the same message.
      for (let time = 0; time < 2; time += 1) await post('/api/contact', message, `message-${number}`);
    }
    assert.equal(await count(email), maxEmailsAnHour);
    assert.deepEqual(
      logged.filter(({ level }) => level === 'warn'),
      [],
    );
    assert.equal((await post('/api/contact', goodMessage(), 'one-too-many')).status, 200);
    assert.equal(await count(email), maxEmailsAnHour);
    assert.equal(await count('hello@obrii.example'), maxEmailsAnHour + 1);
    const warnings = logged.filter(({ text }) => text.startsWith('an e-mail was left out'));
    assert.equal(warnings.length, 1);
    assert.doesNotMatch(JSON.stringify(logged), /olha/i);
    const later = Date.now() + 3_600_000;
    assert.equal(await storage.read((database) => hasTooManyEmails(database, email, Date.now())), true);
    assert.equal(await storage.read((database) => hasTooManyEmails(database, email, later)), false);
  });

  it('does not count the messages that the company gets, if it is an address of the company', async (t) => {
    const { post } = await start(t, await newPlace(t));
    for (const number of numbers)
      await post('/api/contact', { ...goodMessage(), email: `sender-${number}@example.com` }, `message-${number}`);
    const trial = await post('/api/trial/start', { machine_id: 'M-1', email: 'hello@obrii.example' }, 'trial');
    assert.equal(trial.status, 200);
  });

  it('gets e-mails again after the clock was a year ahead', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const now = Date.now();
    const ahead = now + 365 * 24 * 3_600_000;
    const add = (number: number, at: number) =>
      storage.write((database) => {
        const content = { to: email, replyTo: null, subject: 'a', text: 'b', html: 'c', isAutomatic: true };
        return addEmail(database, { event: `${at}:${number}`, email: content, hasMailServer: false }, at);
      });
    const hasTooMany = (at: number) => storage.read((database) => hasTooManyEmails(database, email, at));
    for (const number of numbers) await add(number, ahead);
    assert.equal(await hasTooMany(ahead), true);
    assert.equal(await hasTooMany(now), false);
    for (const number of numbers) await add(number, now);
    // A small correction of the clock does not allow further e-mails.
    assert.equal(await hasTooMany(now - 1000), true);
  });

  it('starts no further trial, and can repeat those that it has started', async (t) => {
    const { post, count, storage } = await start(t, await newPlace(t));
    const startTrial = (machine_id: string, key: string) => post('/api/trial/start', { machine_id, email }, key);
    for (const number of numbers) assert.equal((await startTrial(`M-${number}`, `trial-${number}`)).status, 200);
    const refused = await startTrial('M-other', 'one-too-many');
    assert.deepEqual([refused.status, await refused.json()], [429, { error: 'This address has had too many e-mails' }]);
    assert.equal((await startTrial('M-0', 'again')).status, 200);
    assert.equal(await count(email), maxEmailsAnHour);
    const trials = await storage.read((database) => database.selectFrom('trials').select('machine_id').execute());
    assert.equal(trials.length, maxEmailsAnHour);
  });

  it('starts any trial where no licences are issued, because no e-mail is sent', async (t) => {
    const { post, count } = await start(t, await newPlace(t), { PUBLIC_URL: 'https://obrii.example', PAYMENTS: 'off' });
    for (const number of numbers) await post('/api/contact', { ...goodMessage(), email }, `message-${number}`);
    assert.equal(await count(email), maxEmailsAnHour);
    assert.equal((await post('/api/trial/start', { machine_id: 'M-1', email }, 'trial')).status, 200);
  });

  it('gets no further receipt of the sandbox', async (t) => {
    const { post, count } = await start(t, await newPlace(t));
    for (const number of [...numbers, maxEmailsAnHour]) {
      const invoice = { ...invoiceFor(`M-${number}`), redirectUrl: 'http://localhost:3000/checkout' };
      const created = await post('/api/monopay/invoice/create', invoice, `invoice-${number}`);
      const { pageUrl } = (await created.json()) as { pageUrl: string };
      assert.equal(
        (await post(new URL(pageUrl, 'http://site').pathname, { decision: 'approve' }, `pay-${number}`)).status,
        200,
      );
    }
    assert.equal(await count('marta@steppe.example'), maxEmailsAnHour);
  });
});
