import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#server/config/config-error.ts';

/** Where the keys are. */
export interface LicenceKeyPlace {
  /** LICENCE_KEY: keys in PEM, or the path of a file with them. */
  configured: string | null;
  /** The folder in which a key is made where none is configured; null where none may be made. */
  makeIn: string | null;
}

export interface LicenceKeys {
  /** The first key signs. */
  signer: { id: string; key: KeyObject };
  /** Every key verifies, by its id. */
  verifiers: ReadonlyMap<string, KeyObject>;
}

/** The name of a key that was made here, in its folder. */
export const madeKeyFile = 'licence-key.pem';

/** The same for a private key and its public one: 48 bits of a hash, which tell a few keys apart. */
export function keyId(key: KeyObject): string {
  const der = (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('base64url').slice(0, 8);
}

const refuse = (why: string): never => {
  throw new ConfigError(
    `LICENCE_KEY cannot be used: ${why}; it must be one or two Ed25519 keys in PEM, the first one private, or a file with them, as \`npm run licence -- keygen\` makes it.`,
  );
};

/** Parses one or two keys; throws a ConfigError that repeats nothing of them. */
export function parseLicenceKeys(text: string): LicenceKeys {
  // Variables of Compose and systemd have one line: a line break is written as \n there.
  const blocks = text.replaceAll('\\n', '\n').match(/-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----/g) ?? [];
  if (blocks.length === 0 || blocks.length > 2) refuse(`it has ${blocks.length} keys`);
  const keys = blocks.map((pem) => {
    try {
      return pem.includes('PRIVATE') ? createPrivateKey(pem) : createPublicKey(pem);
    } catch {
      return refuse('a key cannot be read');
    }
  });
  const [signer] = keys;
  if (!signer || signer.type !== 'private') return refuse('its first key is not a private one');
  if (keys.some(({ asymmetricKeyType }) => asymmetricKeyType !== 'ed25519')) refuse('a key is not of Ed25519');
  const publicKeys = keys.map((key) => (key.type === 'private' ? createPublicKey(key) : key));
  return {
    signer: { id: keyId(signer), key: signer },
    verifiers: new Map(publicKeys.map((key) => [keyId(key), key])),
  };
}

/** A new private key in PEM. */
export function generateLicenceKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return refuse(`the file cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Of several processes that start at once, one makes the key and the others read it; none reads half of it. */
function makeOnce(folder: string): string {
  const path = join(folder, madeKeyFile);
  const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(draft, generateLicenceKey(), { mode: 0o600, flag: 'wx' });
    linkSync(draft, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST')
      throw new ConfigError(`DATA_DIR="${folder}" cannot be used: a licence key must be written there (${code}).`);
  } finally {
    rmSync(draft, { force: true });
  }
  return readFile(path);
}

function readMade(folder: string): string {
  try {
    return readFileSync(join(folder, madeKeyFile), 'utf8');
  } catch {
    return makeOnce(folder);
  }
}

/** The keys that sign and verify licences; null where there are none. Throws a ConfigError for keys that cannot be used. */
export function openLicenceKeys({ configured, makeIn }: LicenceKeyPlace): LicenceKeys | null {
  if (configured) return parseLicenceKeys(configured.includes('-----BEGIN') ? configured : readFile(configured));
  return makeIn === null ? null : parseLicenceKeys(readMade(makeIn));
}
