import { createPublicKey, verify, type KeyObject } from 'node:crypto';

/** Whether the provider has signed exactly these bytes; rejects if its key cannot be fetched. */
export type VerifyReport = (body: Uint8Array, signature: string) => Promise<boolean>;

interface Options {
  /** The provider's key in PEM. */
  readPublicKey(): Promise<string>;
  now?: () => number;
  /** Forged reports must not make us ask the provider for its key again and again. */
  minRefreshMs?: number;
  /** The pause after the key could not be fetched, in milliseconds. */
  retryMs?: number;
}

/** X-Sign of Monobank: ECDSA over SHA-256 of the raw body, DER in base64. */
function isSignedBy(key: KeyObject, body: Uint8Array, signature: string): boolean {
  try {
    return verify('sha256', body, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** The key is fetched once, and anew when a signature fails, because the provider may have another one by then. */
export function createReportVerifier(options: Options): VerifyReport {
  const { readPublicKey, now = Date.now, minRefreshMs = 60_000, retryMs = 5000 } = options;
  let fetching: Promise<KeyObject> | undefined;
  let fetchedAt = -Infinity;
  let failedAt = -Infinity;

  function fetchKey(): Promise<KeyObject> {
    if (now() - failedAt < retryMs) return Promise.reject(new Error('the key could not be fetched a moment ago'));
    fetchedAt = now();
    const started = readPublicKey().then((pem) => createPublicKey(pem));
    fetching = started;
    started.catch(() => {
      failedAt = now();
      if (fetching === started) fetching = undefined;
    });
    return started;
  }

  return async (body, signature) => {
    const known = fetching;
    if (isSignedBy(await (known ?? fetchKey()), body, signature)) return true;
    // A key that was fetched for this very report cannot be outdated.
    if (!known || now() - fetchedAt < minRefreshMs) return false;
    return isSignedBy(await fetchKey(), body, signature);
  };
}
