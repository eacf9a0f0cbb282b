import { hash, randomBytes } from 'node:crypto';
import { sessionSeconds } from '#shared/contracts/desk.ts';
import { logAction, type Actor } from '../storage/audit-log.ts';
import { signInLinkMs } from '../outbox/sign-in-link.ts';
import { countRows } from '../storage/count-rows.ts';
import { isNotRecent, isRecent } from '../storage/impossible-times.ts';
import type { Database } from '../storage/tables.ts';

export const sessionMs = sessionSeconds * 1000;

/**
 * The maximum number of sign-in attempts within `attemptsMs`, from one client for one e-mail address and for all. A
 * limit for an address from all clients together would allow strangers to lock its owner out.
 */
export const maxAttempts = { address: 5, client: 20 };
export const attemptsMs = 15 * 60_000;

export interface DeskSession {
  email: string;
  hash: string;
}

const hashOf = (text: string) => hash('sha256', text, 'base64url');

/** The token has 256 random bits, so it cannot be guessed. */
const createToken = () => randomBytes(32).toString('base64url');

/** Deletes expired attempts, links and sessions. */
export async function deleteExpiredSignIns(database: Database, now: number): Promise<void> {
  await database
    .deleteFrom('desk_attempts')
    .where(isNotRecent('at', attemptsMs, now))
    .execute();
  await database
    .deleteFrom('desk_links')
    .where(isNotRecent('created', signInLinkMs, now))
    .execute();
  await database
    .deleteFrom('desk_sessions')
    .where(isNotRecent('created', sessionMs, now))
    .execute();
}

/**
 * Counts a sign-in attempt and returns true if it exceeds the limit. Known and unknown addresses are counted alike, so
 * the result does not reveal which addresses are known.
 */
export async function countAttempt(
  database: Database,
  { email, client, now }: { email: string; client: string; now: number },
): Promise<boolean> {
  await deleteExpiredSignIns(database, now);
  const keys = { address: hashOf(`address:${email}\n${client}`), client: hashOf(`client:${client}`) };
  const counts = await database
    .selectFrom('desk_attempts')
    .select(({ fn }) => ['key', fn.countAll<number>().as('count')])
    .where('key', 'in', Object.values(keys))
    .groupBy('key')
    .execute();
  const countOf = (key: string) => counts.find((row) => row.key === key)?.count ?? 0;
  if (countOf(keys.address) >= maxAttempts.address || countOf(keys.client) >= maxAttempts.client) return true;
  await database
    .insertInto('desk_attempts')
    .values([
      { key: keys.address, at: now },
      { key: keys.client, at: now },
    ])
    .execute();
  return false;
}

/** Creates a sign-in link and returns its token; only the hash of the token is stored. */
export async function addLink(database: Database, email: string, now: number): Promise<string> {
  await deleteExpiredSignIns(database, now);
  const token = createToken();
  await database
    .insertInto('desk_links')
    .values({ hash: hashOf(token), email, created: now, used: 0 })
    .execute();
  return token;
}

/** The maximum number of links that are sent to one e-mail address while they are valid, whoever asks for them. */
export const maxLinks = 5;

/**
 * Whether `maxLinks` links were sent to an e-mail address within the lifetime of a link. A link that was used counts
 * too, because using it must not allow further e-mails.
 */
export async function hasTooManyLinks(database: Database, email: string, now: number): Promise<boolean> {
  const links = database
    .selectFrom('desk_links')
    .where('email', '=', email)
    .where(isRecent('created', signInLinkMs, now));
  return (await countRows(links)) >= maxLinks;
}

/** Returns a link that has not expired, used or not. */
export const findLink = (database: Database, token: string, now: number) =>
  database
    .selectFrom('desk_links')
    .select(['email', 'used'])
    .where('hash', '=', hashOf(token))
    .where(isRecent('created', signInLinkMs, now))
    .executeTakeFirst();

/** Whether a link is valid; does not use it up. */
export const isLinkValid = async (database: Database, token: string, now: number): Promise<boolean> =>
  (await findLink(database, token, now))?.used === 0;

/** Uses up a link and creates a session. Returns the token of the session, or null if the link is invalid. */
export async function createSession(
  database: Database,
  token: string,
  allowed: readonly string[],
  now: number,
): Promise<string | null> {
  const link = await findLink(database, token, now);
  if (link?.used !== 0 || !allowed.includes(link.email)) return null;
  await database.updateTable('desk_links').set({ used: 1 }).where('hash', '=', hashOf(token)).execute();
  await deleteExpiredSignIns(database, now);
  const session = createToken();
  await database
    .insertInto('desk_sessions')
    .values({ hash: hashOf(session), email: link.email, created: now })
    .execute();
  await logAction(database, { who: link.email, action: 'sign-in', now });
  return session;
}

/** Returns the session of a token; null if it has expired, or if its address may no longer sign in. */
export async function findSession(
  database: Database,
  token: string,
  allowed: readonly string[],
  now: number,
): Promise<DeskSession | null> {
  const hash = hashOf(token);
  const row = await database
    .selectFrom('desk_sessions')
    .select('email')
    .where('hash', '=', hash)
    .where(isRecent('created', sessionMs, now))
    .executeTakeFirst();
  return row && allowed.includes(row.email) ? { email: row.email, hash } : null;
}

/** Ends all sessions of an e-mail address and invalidates its links. */
export async function closeAllSessions(database: Database, email: string, { who, now }: Actor): Promise<void> {
  await database.deleteFrom('desk_sessions').where('email', '=', email).execute();
  await database.deleteFrom('desk_links').where('email', '=', email).execute();
  await logAction(database, { who, action: 'sign-out-everywhere', now });
}

/** Ends one session. */
export async function closeSession(database: Database, { email, hash }: DeskSession, now: number): Promise<void> {
  await database.deleteFrom('desk_sessions').where('hash', '=', hash).execute();
  await logAction(database, { who: email, action: 'sign-out', now });
}
