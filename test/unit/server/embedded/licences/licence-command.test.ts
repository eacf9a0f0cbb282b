import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readConfig } from '#server/config/config.ts';
import { runLicence } from '#server/embedded/licences/licence-command.ts';
import { parseLicenceKeys } from '#server/embedded/licences/licence-keys.ts';
import { writeLicence } from '#server/embedded/licences/licence-text.ts';
import { issuePaidLicence, issueTrialLicence } from '#server/embedded/licences/licences.ts';
import { captureCommand } from '../../../../support/capture-command.ts';
import { describeOnBoth, openTestStorage, writeTo } from '../../../../support/databases.ts';
import { temporaryFolder } from '../../../../support/process.ts';

async function open(t: TestContext) {
  const folder = await temporaryFolder(t);
  const keyFile = join(folder, 'key.pem');
  const env = { LICENCE_KEY: keyFile, DATA_DIR: join(folder, 'data') };
  /** Runs the command. Returns its exit code and its output. */
  async function run(...args: string[]): Promise<[code: number, text: string]> {
    const { code, text } = await captureCommand(t, runLicence, args, readConfig(env));
    return [code, text];
  }
  return { folder, keyFile, env, run, readKeys: () => parseLicenceKeys(readFileSync(keyFile, 'utf8')) };
}

const facts = { plan: 'yearly', machine: 'M\u001b1', issued: '2026-03-01T10:00:00.000Z' } as const;
const year = 365 * 24 * 3_600_000;
const inOneYear = new Date(Date.now() + year).toISOString();

describe('npm run licence', () => {
  it('makes a key that nobody else can read, prints its public part alone, and never replaces one', async (t) => {
    const { keyFile, run, readKeys } = await open(t);
    const [code, text] = await run('keygen', keyFile);
    assert.equal(code, 0);
    assert.equal(statSync(keyFile).mode & 0o777, 0o600);
    assert.ok(text.includes(readKeys().signer.id));
    assert.match(text, /BEGIN PUBLIC KEY/);
    assert.doesNotMatch(text, /PRIVATE/);
    const made = readFileSync(keyFile, 'utf8');
    assert.deepEqual(await run('keygen', keyFile), [1, `${keyFile} exists already: name another file.`]);
    assert.equal(readFileSync(keyFile, 'utf8'), made);
  });

  it('verifies a licence of a file', async (t) => {
    const { folder, keyFile, run, readKeys } = await open(t);
    await run('keygen', keyFile);
    const file = join(folder, 'licence.txt');
    writeFileSync(file, writeLicence({ ...facts, expires: inOneYear }, readKeys().signer));
    const [code, text] = await run('verify', file);
    assert.equal(code, 0);
    assert.match(text, /^yearly for M 1, from 2026-03-01T10:00:00\.000Z to \S+, signed by key [\w-]{8}\.$/);
    writeFileSync(file, writeLicence({ ...facts, expires: '2026-03-02T10:00:00.000Z' }, readKeys().signer));
    const [endedCode, endedText] = await run('verify', file);
    assert.deepEqual([endedCode, endedText.endsWith('; it has expired.')], [1, true]);
    writeFileSync(file, 'nothing');
    assert.match((await run('verify', file)).join(), /^1,This is not a valid licence: /);
    assert.match((await run('verify', join(folder, 'missing'))).join(), /^1,.*ENOENT/);
  });

  it('prints the public keys, and the licences of an e-mail address', async (t) => {
    const { keyFile, env, run, readKeys } = await open(t);
    assert.match((await run('show')).join(), /^1,LICENCE_KEY cannot be used: /);
    await run('keygen', keyFile);
    assert.match((await run('show'))[1], /^[\w-]{8}\n-----BEGIN PUBLIC KEY-----/);
    assert.match((await run('show', 'marta@steppe.example')).join(), /^1,There is no licence yet/);
    const holder = { machineId: 'M1', email: 'marta@steppe.example', language: null };
    await writeTo({ dataDir: env.DATA_DIR, databaseUrl: null }, async (database) => {
      await issuePaidLicence(database, readKeys(), { ...holder, plan: 'yearly', orderId: 'o1' }, new Date());
      await issueTrialLicence(database, readKeys(), { ...holder, machineId: 'M2' }, new Date());
      await database
        .insertInto('trials')
        .values(['M1', 'M2'].map((machine_id) => ({ machine_id, email: 'olha@steppe.example', date: '' })))
        .execute();
    });
    const [, ofTrial] = await run('show', 'olha@steppe.example');
    assert.match(ofTrial, /^trial for M2, /);
    assert.ok(!ofTrial.includes('order o1'), 'the licence that somebody else has bought is not listed');
    for (const wanted of ['marta@steppe.example', 'M1', 'o1']) {
      const [code, text] = await run('show', wanted);
      assert.equal(code, 0);
      assert.match(text, /^yearly for M1, marta@steppe\.example, from [^\n]+, order o1\n-----BEGIN GITL LICENCE-----/);
    }
    assert.deepEqual(await run('show', 'nobody'), [1, 'There is no such licence.']);
  });

  it('prints its usage', async (t) => {
    const { run } = await open(t);
    for (const args of [[], ['keygen'], ['verify'], ['forge'], ['show', 'a', 'b']])
      assert.match((await run(...args)).join(), /^1,Usage: npm run licence/);
  });
});

describeOnBoth('npm run licence -- show', (newPlace) => {
  it('finds an e-mail address in any case, and one that is pasted with invisible characters', async (t) => {
    const { keyFile, env, run, readKeys } = await open(t);
    await run('keygen', keyFile);
    const place = await newPlace(t);
    const storage = await openTestStorage(t, place);
    const holder = { machineId: 'M1', email: 'Marta@Steppe.example', language: null };
    await storage.write(async (database) => {
      await issueTrialLicence(database, readKeys(), holder, new Date());
      await database
        .insertInto('trials')
        .values({ machine_id: 'M1', email: 'Olha@steppe.example', date: '' })
        .execute();
    });
    const settings = { ...readConfig(env), ...place };
    for (const wanted of [
      'Marta@Steppe.example',
      'marta@steppe.example',
      'OLHA@STEPPE.EXAMPLE',
      '\u200bolha@steppe.example',
    ]) {
      const { code, text } = await captureCommand(t, runLicence, ['show', wanted], settings);
      assert.deepEqual([code, text.split(',')[0]], [0, 'trial for M1'], wanted);
    }
  });
});
