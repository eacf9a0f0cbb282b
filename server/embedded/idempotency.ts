import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Request } from 'express';
import type { Storage } from './storage.ts';

/** How long the answer to a post is stored for its repetition: 24 hours, longer than a browser tries again. */
export const idempotencyKeyMs = 24 * 60 * 60 * 1000;

const maxKeyLength = 255;

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

interface Claim {
  path: string;
  key: string;
  fingerprint: string;
  now: number;
}

interface StoredRow {
  fingerprint: string;
  status: number;
  body: string;
}

/** A key may stand in quotes, as in draft-ietf-httpapi-idempotency-key-header, or without them. */
const readKey = (header: string) => /^"(.*)"$/.exec(header)?.[1] ?? header;
const isKey = (key: string) => key.length <= maxKeyLength && /^[\x21-\x7e]+$/.test(key);

/**
 * Answers from what was stored under the key, or runs `effect` and stores its answer; all in the caller's transaction,
 * so that after a crash both are there, or neither. What was refused is not stored: it had no effect.
 */
export function answerOncePerKey(
  database: DatabaseSync,
  { path, key, fingerprint, now }: Claim,
  effect: () => Answer,
): Answer {
  database.prepare('DELETE FROM idempotency_keys WHERE created <= ?').run(now - idempotencyKeyMs);
  const stored = database
    .prepare('SELECT fingerprint, status, body FROM idempotency_keys WHERE path = ? AND key = ?')
    .get(path, key) as StoredRow | undefined;
  if (stored && stored.fingerprint !== fingerprint)
    return { status: 422, body: { error: 'This Idempotency-Key was used for a different request.' } };
  if (stored) return { status: stored.status, body: JSON.parse(stored.body) as Answer['body'] };
  const answer = effect();
  if (answer.status < 300)
    database
      .prepare('INSERT INTO idempotency_keys (path, key, fingerprint, status, body, created) VALUES (?, ?, ?, ?, ?, ?)')
      .run(path, key, fingerprint, answer.status, JSON.stringify(answer.body), now);
  return answer;
}

export type WriteOnce = (req: Request, content: unknown, effect: (database: DatabaseSync) => Answer) => Promise<Answer>;

/**
 * A write of the storage that runs once for each `Idempotency-Key` of a path. `content` is what must be the same when
 * the key comes again, as JSON. Of two requests with one key at the same moment, the second waits for the lock of the
 * first, and gets the answer of the first. Without the header every request is new.
 */
export function createWriteOnce(storage: Storage, now: () => number = Date.now): WriteOnce {
  return async (req, content, effect) => {
    const header = req.get('idempotency-key');
    if (header === undefined) return storage.write(effect);
    const key = readKey(header);
    if (!isKey(key)) return { status: 400, body: { error: 'The Idempotency-Key cannot be used.' } };
    const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
    const path = req.baseUrl + req.path;
    return storage.write((database) =>
      answerOncePerKey(database, { path, key, fingerprint, now: now() }, () => effect(database)),
    );
  };
}
