import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import fs, { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readConfig } from '#server/config/config.ts';
import { ConfigError } from '#server/config/config-error.ts';
import {
  generateLicenceKey,
  openLicenceKeys,
  parseLicenceKeys,
  readLicenceKeyPlace,
} from '#server/embedded/licences/licence-keys.ts';
import { verifyLicence, writeLicence } from '#server/embedded/licences/licence-text.ts';
import { generatedKeyFile } from '#server/embedded/storage/sqlite-file.ts';
import { temporaryFolder } from '../../../../support/process.ts';

const facts = {
  plan: 'monthly',
  machine: 'M',
  issued: '2026-03-01T10:00:00.000Z',
  expires: '2026-04-01T10:00:00.000Z',
} as const;

/** Refuses hard links until the test ends. `before` is called at the attempt. */
function refuseLinks(t: TestContext, before: () => void = () => undefined): void {
  const { mock } = t.mock.method(fs, 'linkSync', () => {
    before();
    throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
  });
  syncBuiltinESMExports();
  t.after(() => {
    mock.restore();
    syncBuiltinESMExports();
  });
}

describe('the keys of licences', () => {
  it('are PEM in the variable, with any line breaks, or in a file', async (t) => {
    const pem = generateLicenceKey();
    const file = join(await temporaryFolder(t), 'key.pem');
    writeFileSync(file, pem);
    const { id } = parseLicenceKeys(pem).signer;
    for (const configured of [pem, pem.replaceAll('\n', '\\n'), pem.replaceAll('\n', '\r\n'), file])
      assert.equal(openLicenceKeys({ configured, generateIn: null })?.signer.id, id);
  });

  it('may be two: the first signs, both verify', () => {
    const [older, newer] = [generateLicenceKey(), generateLicenceKey()];
    const licence = writeLicence(facts, parseLicenceKeys(older).signer);
    const both = parseLicenceKeys(newer + older);
    assert.equal(both.signer.id, parseLicenceKeys(newer).signer.id);
    assert.ok('licence' in verifyLicence(licence, both.verifiers));
    assert.ok('licence' in verifyLicence(writeLicence(facts, both.signer), both.verifiers));
    assert.ok('problem' in verifyLicence(licence, parseLicenceKeys(newer).verifiers));
  });

  it('are made once if none is configured, readable only by their owner', async (t) => {
    const generateIn = join(await temporaryFolder(t), 'data');
    const first = openLicenceKeys({ configured: null, generateIn });
    assert.equal(statSync(join(generateIn, generatedKeyFile)).mode & 0o777, 0o600);
    assert.equal(openLicenceKeys({ configured: null, generateIn })?.signer.id, first?.signer.id);
    assert.deepEqual(readdirSync(generateIn), [generatedKeyFile]);
  });

  it('are made on a disk without hard links too, such as FAT', async (t) => {
    const generateIn = await temporaryFolder(t);
    refuseLinks(t);
    const first = openLicenceKeys({ configured: null, generateIn });
    assert.equal(openLicenceKeys({ configured: null, generateIn })?.signer.id, first?.signer.id);
    assert.deepEqual(readdirSync(generateIn), [generatedKeyFile]);
  });

  it('are not replaced on such a disk when another process has made them meanwhile', async (t) => {
    const generateIn = await temporaryFolder(t);
    const other = generateLicenceKey();
    refuseLinks(t, () => writeFileSync(join(generateIn, generatedKeyFile), other));
    const opened = openLicenceKeys({ configured: null, generateIn });
    assert.equal(opened?.signer.id, parseLicenceKeys(other).signer.id);
    assert.deepEqual(readdirSync(generateIn), [generatedKeyFile]);
  });

  it('are not generated in a folder that the system refuses to make', { skip: !existsSync('/proc') }, () => {
    assert.throws(() => openLicenceKeys({ configured: null, generateIn: '/proc/none' }), {
      name: 'ConfigError',
      message: 'DATA_DIR="/proc/none" cannot be used: a licence key must be written there (ENOENT).',
    });
  });

  it('are not said to be in LICENCE_KEY when the generated file cannot be read', async (t) => {
    const generateIn = await temporaryFolder(t);
    mkdirSync(join(generateIn, generatedKeyFile));
    assert.throws(() => openLicenceKeys({ configured: null, generateIn }), {
      name: 'ConfigError',
      message: `DATA_DIR="${generateIn}" cannot be used: ${generatedKeyFile} in it cannot be read (EISDIR).`,
    });
  });

  it('are not made on a public site', async (t) => {
    const dataDir = await temporaryFolder(t);
    const place = readLicenceKeyPlace(readConfig({ PUBLIC_URL: 'https://www.example.com', DATA_DIR: dataDir }));
    assert.equal(openLicenceKeys(place), null);
    assert.equal(existsSync(join(dataDir, generatedKeyFile)), false);
  });

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  for (const [title, configured] of [
    ['a file that is not there', '/nowhere/key.pem'],
    ['a key of another kind', rsa.toString()],
    ['broken PEM', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'],
    ['three keys', generateLicenceKey() + generateLicenceKey() + generateLicenceKey()],
  ] as const) {
    it(`are refused in one sentence, without what is in them: ${title}`, () => {
      assert.throws(
        () => openLicenceKeys({ configured, generateIn: null }),
        (error: unknown) =>
          error instanceof ConfigError &&
          error.message.startsWith('LICENCE_KEY cannot be used: ') &&
          !/AAAA|MI[A-Z]/.test(error.message) &&
          !error.message.includes('\n'),
      );
    });
  }
});

describe('a start that takes money', () => {
  const env = { PUBLIC_URL: 'https://www.example.com', PAYMENTS: 'monobank', MONOBANK_TOKEN: 'token' };
  const refusal = (change: Record<string, string>) => {
    try {
      readConfig({ ...env, ...change });
      return null;
    } catch (error) {
      assert.ok(error instanceof ConfigError);
      return error.message;
    }
  };

  it('is refused without the key that signs what was paid for', () => {
    assert.match(refusal({}) ?? '', /^LICENCE_KEY must be set where PAYMENTS is monobank: [^\n]+\.$/);
    assert.equal(refusal({ LICENCE_KEY: generateLicenceKey() }), null);
    assert.equal(refusal({ PUBLIC_URL: 'http://localhost:3000' }), null);
    assert.equal(refusal({ BACKEND_URL: 'https://backend.example.com' }), null);
  });

  it('is refused without the provider’s token', () => {
    assert.match(refusal({ MONOBANK_TOKEN: '' }) ?? '', /^PAYMENTS is monobank without MONOBANK_TOKEN, [^\n]+\.$/);
  });
});
