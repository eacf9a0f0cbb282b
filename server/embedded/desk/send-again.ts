import type { Database } from '../storage/tables.ts';
import { logAction, type Actor } from '../storage/audit-log.ts';
import type { Email, EmailOptions } from '../outbox/compose-email.ts';
import { findLicenceText } from '../licences/licence-text.ts';
import { emailOf, findOutboxRow, refundOf, type OutboxRow } from '../outbox/outbox.ts';
import { isSignInLink } from '../outbox/sign-in-link.ts';

/** Why an e-mail is not sent again, as a sentence for terminals. */
export const obstacleSentences = {
  missing: 'there is no such e-mail',
  signInLink: 'a link to sign in is not sent again, its owner requests a new one',
  sent: 'it was sent before',
  claimed: 'it is being sent now',
  noMailServer: 'there is no mail server: set MAIL_URL and MAIL_FROM',
  oldLicence: 'its licence was replaced or revoked, licences resend sends a valid one if there is one',
};

type Obstacle = keyof typeof obstacleSentences;

type MailOptions = Pick<EmailOptions, 'hasMailServer'>;

function findObstacle(row: OutboxRow, now: number, { hasMailServer }: MailOptions): Obstacle | null {
  if (isSignInLink(row)) return 'signInLink';
  if (row.state === 'sent') return 'sent';
  if (row.state === 'kept' && !hasMailServer) return 'noMailServer';
  return row.claimed_until > now ? 'claimed' : null;
}

/** Whether a licence in an e-mail was moved to another computer, got other dates, or was revoked afterwards. */
async function hasOldLicence(database: Database, row: OutboxRow): Promise<boolean> {
  // A call and a refund have neither of these. An e-mail with a visitor's message may repeat any licence.
  const { isAutomatic, text }: Partial<Email> = emailOf(row);
  const licence = isAutomatic && text ? findLicenceText(text) : null;
  if (licence === null) return false;
  const valid = database
    .selectFrom('licences')
    .select('id')
    .where('licence', '=', licence)
    .where('revoked', 'is', null);
  return (await valid.executeTakeFirst()) === undefined;
}

const waitsForFirstAttempt = ({ state, attempts }: OutboxRow) => state === 'pending' && attempts === 0;

/**
 * Staff may send an e-mail again if it has failed, while it waits for a retry, or if it was stored while there was no
 * mail server. A link to sign in expires; its owner requests a new one.
 */
export const canBeSentAgain = (row: OutboxRow, now: number, options: MailOptions): boolean =>
  findObstacle(row, now, options) === null && !waitsForFirstAttempt(row);

/**
 * Makes an e-mail, a call or a refund request due immediately and starts its retries from the first one. If the row is
 * older than three days, it fails after the last retry, ten hours later. The column `created` is not changed,
 * because it is a part of the message id, by which the recipient recognises a second copy. Returns null if the row is
 * due now, also if it was due before, so a second click gives no error.
 */
export async function sendAgain(
  database: Database,
  id: number,
  { who, now }: Actor,
  options: MailOptions,
): Promise<Obstacle | null> {
  const row = await findOutboxRow(database, id);
  if (!row) return 'missing';
  const obstacle = findObstacle(row, now, options);
  if (obstacle !== null || waitsForFirstAttempt(row)) return obstacle;
  if (await hasOldLicence(database, row)) return 'oldLicence';
  await database
    .updateTable('outbox')
    .set({ state: 'pending', due: now, attempts: 0, error: null })
    .where('id', '=', id)
    .execute();
  const entry =
    row.kind === 'refund'
      ? ({ action: 'refund-asked', subject: refundOf(row).order } as const)
      : ({ action: 'email-sent-again', subject: String(id) } as const);
  await logAction(database, { who, ...entry, now });
  return null;
}
