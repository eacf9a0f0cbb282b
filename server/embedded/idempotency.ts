import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Storage } from './storage/storage.ts';
import type { Database } from './storage/tables.ts';

/** How long the answer to a post is stored for its repetition: 24 hours, longer than a browser tries again. */
export const idempotencyKeyMs = 24 * 60 * 60 * 1000;

const maxKeyLength = 255;

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

export const notFound: Answer = { status: 404, body: { error: 'not found' } };

interface Claim {
  path: string;
  key: string;
  fingerprint: string;
  now: number;
}

/** A key may stand in quotes, as in draft-ietf-httpapi-idempotency-key-header, or without them. */
const readKey = (header: string) => /^"(.*)"$/.exec(header)?.[1] ?? header;
const isKey = (key: string) => key.length <= maxKeyLength && /^[\x21-\x7e]+$/.test(key);

/**
 * Answers from what was stored under the key, or runs `effect` and stores its answer; all in the caller's transaction,
 * so that after a crash both are there, or neither. What was refused is not stored: it had no effect.
 */
async function answerOncePerKey(
  database: Database,
  { path, key, fingerprint, now }: Claim,
  effect: () => Promise<Answer>,
): Promise<Answer> {
  await database
    .deleteFrom('idempotency_keys')
    .where('created', '<=', now - idempotencyKeyMs)
    .execute();
  const stored = await database
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'body'])
    .where('path', '=', path)
    .where('key', '=', key)
    .executeTakeFirst();
  if (stored && stored.fingerprint !== fingerprint)
    return { status: 422, body: { error: 'This Idempotency-Key was used for a different request.' } };
  if (stored) return { status: stored.status, body: JSON.parse(stored.body) as Answer['body'] };
  const answer = await effect();
  if (answer.status < 300)
    await database
      .insertInto('idempotency_keys')
      .values({ path, key, fingerprint, status: answer.status, body: JSON.stringify(answer.body), created: now })
      .execute();
  return answer;
}

export type WriteOnce = (
  req: Request,
  content: unknown,
  effect: (database: Database) => Promise<Answer>,
) => Promise<Answer>;

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
