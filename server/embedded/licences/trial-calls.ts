import { hash } from 'node:crypto';
import { json, Router } from 'express';
import { TrialRequest } from '#shared/contracts/activation.ts';
import { check } from '#shared/contracts/check.ts';
import type { Language } from '#shared/languages.ts';
import { retryAfter } from '#server/http/retry-after.ts';
import type { CallResponse, IdempotentWrite } from '../storage/idempotent-write.ts';
import type { LicenceKeys } from './licence-keys.ts';
import { issueTrialLicence } from './licences.ts';
import type { EmailOptions } from '../outbox/compose-email.ts';
import { composeTrial } from './licence-emails.ts';
import { addEmail } from '../outbox/outbox.ts';
import { hasTooManyEmails } from '../outbox/recipient-limit.ts';
import { pageLanguage } from '../lib/page-language.ts';
import { requireSiteToken } from '../lib/site-token.ts';
import type { Database } from '../storage/tables.ts';

interface TrialTools {
  token: string;
  emailOptions: EmailOptions;
  /** Null if licences are not issued. */
  keys: LicenceKeys | null;
  /** Starts the delivery of the e-mails that were added to the outbox. */
  wakeDelivery: () => void;
}

interface Trial extends TrialRequest {
  language: Language | null;
}

/** Returns the event prefix of e-mails with a trial's licence. */
export function trialEvent(machineId: string, email: string): string {
  return `trial:${hash('sha256', `${machineId}\n${email}`, 'base64url')}:`;
}

const started: CallResponse = { status: 200, body: { status: 'ok' } };
const alreadyUsed: CallResponse = { status: 409, body: { error: 'Trial already used' } };

/**
 * Each e-mail address that requests the trial of a computer gets the licence once. The trial ends on the same date for
 * all of these addresses. After that date, or when the licence is revoked, a request is refused and not stored. If an
 * address has had too many e-mails, its trial is refused, because the licence could not be sent; the visitor can
 * request the trial again later.
 */
async function startTrial(
  database: Database,
  { emailOptions, keys }: TrialTools,
  { machine_id, email, language }: Trial,
): Promise<CallResponse> {
  const now = new Date();
  const isStarted = await database
    .selectFrom('trials')
    .select('date')
    .where('machine_id', '=', machine_id)
    .where('email', '=', email)
    .executeTakeFirst();
  if (keys && !isStarted && (await hasTooManyEmails(database, email, now.getTime())))
    return { status: 429, body: { error: 'This address has had too many e-mails' } };
  const issued = keys && (await issueTrialLicence(database, keys, { machineId: machine_id, email, language }, now));
  if (keys && !issued) return alreadyUsed;
  const added = await database
    .insertInto('trials')
    .values({ machine_id, email, date: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('machine_id')
    .executeTakeFirst();
  if (!issued || (!added && !issued.isNew)) return started;
  const { licence, expires } = issued.licence;
  const licenceEmail = composeTrial(emailOptions, { email, language, licence, expires });
  const event = `${trialEvent(machine_id, email)}${now.getTime()}`;
  await addEmail(database, { event, email: licenceEmail, hasMailServer: emailOptions.hasMailServer });
  return started;
}

/** POST /api/trial/start stores one trial for each pair of machine and e-mail address. */
export function trialCalls(writeIdempotently: IdempotentWrite, tools: TrialTools): Router {
  const router = Router();
  router.post('/api/trial/start', json({ limit: '32kb' }), requireSiteToken(tools.token), async (req, res) => {
    const [errors, trial] = check(req.body, TrialRequest);
    if (errors) {
      res.status(400).json({ error: 'machine_id and email are required' });
      return;
    }
    const { machine_id, email } = trial;
    const { status, body } = await writeIdempotently(req, [machine_id, email], (database) =>
      startTrial(database, tools, { machine_id, email, language: pageLanguage(req) }),
    );
    tools.wakeDelivery();
    if (status === 429) res.set('Retry-After', retryAfter.emails);
    res.status(status).json(body);
  });
  return router;
}
