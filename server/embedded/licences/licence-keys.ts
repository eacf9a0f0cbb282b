import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { ConfigError } from '#server/config/config-error.ts';
import { createFolder } from '../lib/create-folder.ts';
import { codeOf } from '../lib/error-facts.ts';
import { generatedKeyFile } from '../storage/sqlite-file.ts';

/** The source of the licence keys. */
export interface LicenceKeyPlace {
  /** The value of LICENCE_KEY: keys in PEM, or the path of a file that contains them. */
  configured: string | null;
  /** The folder in which a key is generated if none is configured; null if no key may be generated. */
  generateIn: string | null;
}

/**
 * A generated key must not sign licences that are sold to the public, so none is generated if the site has an https
 * address.
 */
export function readLicenceKeyPlace({
  licenceKey,
  publicUrl,
  dataDir,
}: Pick<Config, 'licenceKey' | 'publicUrl' | 'dataDir'>): LicenceKeyPlace {
  return { configured: licenceKey, generateIn: publicUrl.startsWith('https:') ? null : dataDir };
}

export interface LicenceKeys {
  /** The first key signs new licences. */
  signer: { id: string; key: KeyObject };
  /** Every key verifies licences; the map is indexed by key id. */
  verifiers: ReadonlyMap<string, KeyObject>;
}

/**
 * Returns an id that is the same for a private key and its public key. 48 bits of a hash are enough to distinguish a
 * few keys.
 */
export function keyId(key: KeyObject): string {
  const der = (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' });
  return hash('sha256', der, 'base64url').slice(0, 8);
}

const refuse = (why: string): never => {
  throw new ConfigError(
    `LICENCE_KEY cannot be used: ${why}; it must be one or two Ed25519 keys in PEM, the first one private, or a file with them, as \`npm run licence -- keygen\` makes it.`,
  );
};

/** Parses one or two keys. Throws a ConfigError whose message contains no part of them. */
export function parseLicenceKeys(text: string): LicenceKeys {
  // Environment variables of Compose and systemd have a single line, so line breaks may be written as \n.
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

/** Returns a new private key in PEM. */
export function generateLicenceKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return refuse(`the file cannot be read (${codeOf(error)})`);
  }
}

/** Gives a complete file its name, unless a file has this name. */
function nameKeyFile(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    // FAT and many network file systems do not support hard links. On these, an existing file is found by `existsSync`,
    // but a file that another process creates between this check and the renaming is replaced.
    if (codeOf(error) !== 'EEXIST' && !existsSync(path)) renameSync(draft, path);
  }
}

/** Generates the key once: if several processes start together, one of them creates the file and the others read it. */
function createKeyFile(folder: string): string {
  const path = join(folder, generatedKeyFile);
  const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    createFolder(folder);
    writeFileSync(draft, generateLicenceKey(), { mode: 0o600, flag: 'wx' });
    nameKeyFile(draft, path);
  } catch (error) {
    const code = codeOf(error);
    throw new ConfigError(`DATA_DIR="${folder}" cannot be used: a licence key must be written there (${code}).`);
  } finally {
    rmSync(draft, { force: true });
  }
  return readFile(path);
}

function readOrCreateKey(folder: string): string {
  try {
    return readFileSync(join(folder, generatedKeyFile), 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return createKeyFile(folder);
    throw new ConfigError(`DATA_DIR="${folder}" cannot be used: ${generatedKeyFile} in it cannot be read (${code}).`);
  }
}

/**
 * Opens the keys that sign and verify licences; returns null if there are none. Throws a ConfigError for invalid keys.
 */
export function openLicenceKeys({ configured, generateIn }: LicenceKeyPlace): LicenceKeys | null {
  if (configured) return parseLicenceKeys(configured.includes('-----BEGIN') ? configured : readFile(configured));
  return generateIn === null ? null : parseLicenceKeys(readOrCreateKey(generateIn));
}
