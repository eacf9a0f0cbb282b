import { sql } from 'kysely';
import { countRows } from '../storage/count-rows.ts';
import { isRecent } from '../storage/impossible-times.ts';
import type { Database } from '../storage/tables.ts';
import type { WriteLog } from '../lib/write-log.ts';
import { addEmail, type NewEmail } from './outbox.ts';

/**
 * The e-mails to one address within an hour. Nobody needs more for what they have done themselves; but anybody can
 * enter somebody else's address in the forms of the site, and these e-mails have the company as their sender.
 */
export const maxEmailsAnHour = 5;
const hourMs = 3_600_000;

/**
 * Whether an address has had as many e-mails as it may get. The rows of the outbox are counted, so a restart or another
 * process changes nothing, and neither a repeated request nor another attempt to send a row counts.
 */
export async function hasTooManyEmails(database: Database, recipient: string, now: number): Promise<boolean> {
  const emails = database
    .selectFrom('outbox')
    // The database lowers both sides, because SQLite lowers only Latin letters.
    .where(sql`lower(recipient)`, '=', sql`lower(${recipient})`)
    // The e-mails to the company about messages do not count: nobody has entered its address for them.
    .where('message_id', 'is', null)
    .where(isRecent('created', hourMs, now));
  return (await countRows(emails)) >= maxEmailsAnHour;
}

/** Adds an e-mail that anybody can cause for any address; above the limit of the address it is left out. */
export async function addLimitedEmail(
  database: Database,
  email: NewEmail,
  { writeLog, now }: { writeLog: WriteLog; now: number },
): Promise<void> {
  if (!(await hasTooManyEmails(database, email.email.to, now))) return addEmail(database, email, now);
  writeLog('warn', { maxEmailsAnHour }, 'an e-mail was left out: its recipient has had too many within an hour');
}
