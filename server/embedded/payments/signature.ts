import { createPublicKey, verify, type KeyObject } from 'node:crypto';

/** Whether the signature is the provider’s signature of these bytes. Rejects if the public key cannot be fetched. */
export type VerifyReport = (body: Uint8Array, signature: string) => Promise<boolean>;

interface Options {
  /** Fetches the provider's public key in PEM. */
  readPublicKey(): Promise<string>;
  /** A clock that is never set back, in milliseconds. */
  now?: () => number;
}

/** The minimum time between two fetches of the key, in milliseconds, because anybody can send forged reports. */
const minRefreshMs = 60_000;
/** The delay after a failed fetch of the key, in milliseconds. */
const retryMs = 5000;

/** Verifies the header X-Sign of Monobank: ECDSA with SHA-256 over the raw body, as DER in base64. */
function isSignedBy(key: KeyObject, body: Uint8Array, signature: string): boolean {
  try {
    return verify('sha256', body, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/**
 * The key is fetched once, and again if a signature is invalid, because the provider may have replaced it. While it
 * cannot be fetched again, the known key stays valid.
 */
export function createReportVerifier({ readPublicKey, now = () => performance.now() }: Options): VerifyReport {
  let key: KeyObject | null = null;
  let fetching: Promise<KeyObject> | null = null;
  let fetchedAt = -Infinity;
  let failedAt = -Infinity;

  async function readKey(): Promise<KeyObject> {
    try {
      key = createPublicKey(await readPublicKey());
      fetchedAt = now();
      return key;
    } catch (error) {
      failedAt = now();
      throw error;
    } finally {
      fetching = null;
    }
  }

  function fetchKey(): Promise<KeyObject> {
    if (fetching) return fetching;
    if (now() - failedAt < retryMs) return Promise.reject(new Error('the key could not be fetched a moment ago'));
    fetching = readKey();
    return fetching;
  }

  return async (body, signature) => {
    if (key && isSignedBy(key, body, signature)) return true;
    if (key && now() - fetchedAt < minRefreshMs) return false;
    return isSignedBy(await fetchKey(), body, signature);
  };
}
