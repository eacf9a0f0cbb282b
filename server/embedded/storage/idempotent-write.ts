import { hash } from 'node:crypto';
import type { Request } from 'express';
import { parseUnchecked } from '#server/lib/parse-json.ts';
import type { Storage } from './storage.ts';
import type { Database } from './tables.ts';

/** The lifetime of a stored answer is 24 hours, which is longer than a browser retries. */
export const idempotencyKeyMs = 24 * 60 * 60 * 1000;

const maxKeyLength = 255;

export interface CallResponse {
  status: number;
  body: Record<string, unknown>;
}

export const notFound: CallResponse = { status: 404, body: { error: 'not found' } };

interface Claim {
  path: string;
  key: string;
  fingerprint: string;
  now: number;
}

/** The key may be quoted, as in draft-ietf-httpapi-idempotency-key-header, or unquoted. */
const parseKey = (header: string) => /^"(.*)"$/.exec(header)?.[1] ?? header;
const isValidKey = (key: string) => key.length <= maxKeyLength && /^[\x21-\x7e]+$/.test(key);

/**
 * Deletes expired keys with their answers, and those from a time when the clock was far ahead. The answer to a comment
 * contains its author and its text.
 */
export async function deleteExpiredKeys(database: Database, now: number): Promise<void> {
  await database
    .deleteFrom('idempotency_keys')
    .where(({ eb, or }) =>
      or([eb('created', '<=', now - idempotencyKeyMs), eb('created', '>', now + idempotencyKeyMs)]),
    )
    .execute();
}

/**
 * Returns the answer that is stored under the key, or runs `effect` and stores its answer. Both happen in the caller's
 * transaction, so a crash leaves the effect and the answer, or neither. A refusal is not stored, because it had no
 * effect.
 */
async function runOncePerKey(
  database: Database,
  { path, key, fingerprint, now }: Claim,
  effect: () => Promise<CallResponse>,
): Promise<CallResponse> {
  await deleteExpiredKeys(database, now);
  const stored = await database
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'body'])
    .where('path', '=', path)
    .where('key', '=', key)
    .executeTakeFirst();
  if (stored && stored.fingerprint !== fingerprint)
    return { status: 422, body: { error: 'This Idempotency-Key was used for a different request.' } };
  // The body is the JSON of an earlier answer, which this function stored.
  if (stored) return { status: stored.status, body: parseUnchecked(stored.body) };
  const answer = await effect();
  if (answer.status < 300)
    await database
      .insertInto('idempotency_keys')
      .values({ path, key, fingerprint, status: answer.status, body: JSON.stringify(answer.body), created: now })
      .execute();
  return answer;
}

export type IdempotentWrite = (
  req: Request,
  content: unknown,
  effect: (database: Database) => Promise<CallResponse>,
) => Promise<CallResponse>;

/**
 * Creates a write that runs once for each `Idempotency-Key` of a path. A repeated key must come with the same `content`
 * (compared as JSON). Two concurrent requests with one key run one after the other, and the second gets the answer of
 * the first. A request without the header always runs.
 */
export function createIdempotentWrite(storage: Storage, now: () => number = Date.now): IdempotentWrite {
  return async (req, content, effect) => {
    const header = req.get('idempotency-key');
    if (header === undefined) return storage.write(effect);
    const key = parseKey(header);
    if (!isValidKey(key)) return { status: 400, body: { error: 'The Idempotency-Key cannot be used.' } };
    const fingerprint = hash('sha256', JSON.stringify(content), 'base64url');
    const path = req.baseUrl + req.path;
    return storage.write((database) =>
      runOncePerKey(database, { path, key, fingerprint, now: now() }, () => effect(database)),
    );
  };
}
