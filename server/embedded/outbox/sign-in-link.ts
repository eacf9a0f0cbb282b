import { randomUUID } from 'node:crypto';
import { isNotRecent } from '../storage/impossible-times.ts';
import { signInEventPrefix } from '../storage/table-keys.ts';
import type { Database, Row } from '../storage/tables.ts';

/** How long a link to sign in at the desk is valid, in milliseconds. */
export const signInLinkMs = 15 * 60_000;

/** Returns the event of a new e-mail with a link to sign in. */
export const createSignInEvent = (): string => `${signInEventPrefix}${randomUUID()}`;

/** Whether a row of the outbox contains a link to sign in, with which a reader could sign in as its recipient. */
export const isSignInLink = ({ event }: Pick<Row<'outbox'>, 'event'>): boolean => event.startsWith(signInEventPrefix);

/** Deletes the e-mails with links that have expired, sent or not. */
export async function deleteExpiredLinks(database: Database, now: number): Promise<void> {
  await database
    .deleteFrom('outbox')
    .where('event', 'like', `${signInEventPrefix}%`)
    .where(isNotRecent('created', signInLinkMs, now))
    .execute();
}
