import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { parseLicenceKeys, generateLicenceKey } from '#server/embedded/licences/licence-keys.ts';
import { verifyLicence } from '#server/embedded/licences/licence-text.ts';
import type { Email } from '#server/embedded/outbox/compose-email.ts';
import { readSnapshot } from '#server/embedded/storage/read-snapshot.ts';
import { startBackend } from '../../support/backend.ts';
import { newSqlite, writeTo } from '../../support/databases.ts';
import { invoiceFor } from '../../support/orders.ts';
import { json, urlEncoded } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';

const pem = generateLicenceKey();

async function startLicences(t: TestContext, env: Record<string, string>) {
  const place = await newSqlite(t);
  const { origin } = await startBackend(t, place, env);
  async function readEmails(): Promise<Email[]> {
    const rows = await readSnapshot(place, (database) =>
      database.selectFrom('outbox').select('payload').orderBy('id').execute(),
    );
    return rows.map(({ payload }) => JSON.parse(payload) as Email);
  }
  const countTrials = () =>
    readSnapshot(place, async (database) => (await database.selectFrom('trials').selectAll().execute()).length);
  /** Changes the stored licences, as time and the desk do. */
  const changeLicences = (changes: { expires?: string; revoked?: string }) =>
    writeTo(place, (database) => database.updateTable('licences').set(changes).execute());
  return { origin, readEmails, countTrials, changeLicences };
}

describe('a trial', () => {
  it('comes with a licence by mail, in the language of the page, with and without JavaScript', async (t) => {
    const backend = await startLicences(t, { LICENCE_KEY: pem });
    const { get } = await serve(t, { backendOrigin: backend.origin });
    const trial = { machine_id: '7F3A', email: 'marta@steppe.example' };
    const post = json(trial, { cookie: 'language=ua' });
    for (let time = 0; time < 3; time += 1) assert.equal((await get('/api/trial/start', post)).status, 200);
    const other = { ...trial, email: 'olha@steppe.example', plan: 'trial', language: 'en' };
    assert.equal((await get('/gitl', urlEncoded(other))).status, 303);
    const emails = await backend.readEmails();
    assert.deepEqual(
      emails.map(({ to, subject }) => [to, subject]),
      [
        ['marta@steppe.example', 'Ваш пробний період GITL'],
        ['olha@steppe.example', 'Your GITL trial'],
      ],
    );
    const read = emails.map(({ text }) => verifyLicence(text, parseLicenceKeys(pem).verifiers));
    for (const one of read) {
      assert.ok('licence' in one);
      assert.deepEqual([one.licence.plan, one.licence.machine], ['trial', '7F3A']);
      const days = (Date.parse(one.licence.expires) - Date.parse(one.licence.issued)) / 86_400_000;
      assert.equal(days, 14);
    }
    assert.deepEqual(read[0], read[1], 'the first trial continues');
  });

  it('that is over, or whose licence was revoked, is refused with a text in the language of the page', async (t) => {
    const past = '2026-01-01T00:00:00.000Z';
    for (const changes of [{ expires: past }, { revoked: past }]) {
      const backend = await startLicences(t, { LICENCE_KEY: pem });
      const { get } = await serve(t, { backendOrigin: backend.origin });
      const trial = { machine_id: '7F3A', email: 'marta@steppe.example' };
      assert.equal((await get('/api/trial/start', json(trial))).status, 200);
      await backend.changeLicences(changes);
      const refused = await get('/api/trial/start', json({ ...trial, email: 'olha@steppe.example' }));
      assert.equal(refused.status, 409);
      assert.match(await refused.text(), /The trial was already used on this computer and cannot be started again\./);
      const page = await get(
        '/gitl',
        urlEncoded({ ...trial, email: 'ivan@steppe.example', plan: 'trial', language: 'ua' }),
      );
      assert.equal(page.status, 422);
      assert.match(await page.text(), /пробним періодом уже скористалися/);
      assert.equal((await backend.readEmails()).length, 1);
      assert.equal(await backend.countTrials(), 1, 'a refused request is not stored');
    }
  });

  it('of a public site without a key begins all the same', async (t) => {
    const backend = await startLicences(t, { PUBLIC_URL: 'https://www.example.com' });
    const { get } = await serve(t, { backendOrigin: backend.origin });
    const answer = await get('/api/trial/start', json({ machine_id: '7F3A', email: 'marta@steppe.example' }));
    assert.deepEqual([answer.status, await answer.json()], [200, { status: 'ok' }]);
    assert.deepEqual(await backend.readEmails(), []);
  });
});

describe('the backend alone', () => {
  it('pretends no payment for a public site, unless it was told to', async (t) => {
    const create = async (env: Record<string, string>, redirectUrl: string) => {
      const { origin } = await startLicences(t, env);
      const invoice = { ...invoiceFor('7F3A'), redirectUrl };
      return (await fetch(`${origin}/api/monopay/invoice/create`, json(invoice))).status;
    };
    // The backend has no PUBLIC_URL, as when the operator forgets it.
    const unset = { PAYMENTS: '' };
    assert.equal(await create(unset, 'https://www.example.com/checkout'), 403);
    assert.equal(await create(unset, 'http://localhost:3000/checkout'), 200);
    assert.equal(await create({ PAYMENTS: 'sandbox' }, 'https://www.example.com/checkout'), 200);
    assert.equal(await create({ PAYMENTS: 'off' }, 'http://localhost:3000/checkout'), 403);
  });
});
