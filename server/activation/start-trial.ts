import type { TrialRequest } from '#shared/contracts/activation.ts';
import type { Language } from '#shared/languages.ts';
import { answerText } from '#server/backend/answers.ts';
import type { BackendClient } from '#server/backend/client.ts';
import { createIdempotency, type Submission } from '#server/forms/idempotency.ts';
import type { TranslateError } from '#server/backend/known-errors.ts';
import type { Log } from '#server/lib/log.ts';
import { failedOutcome, refusedOutcome, silentOutcome, type ActivationOutcome } from './activation-outcome.ts';

/** `language` is that of the page: e-mails about the trial are written in it. */
export type StartTrial = (
  request: TrialRequest,
  language: Language,
  submission: Submission,
) => Promise<ActivationOutcome>;

/** Starts a trial; called by the API and by the form without JavaScript. */
export function createStartTrial(backendClient: BackendClient, translateError: TranslateError, log: Log): StartTrial {
  const once = createIdempotency<ActivationOutcome>({ isFailure: ({ body }) => body.status !== 'ok' });

  async function requestTrial(
    trial: TrialRequest,
    { language, idempotencyKey }: { language: Language; idempotencyKey: string },
  ): Promise<ActivationOutcome> {
    try {
      const options = { withToken: true, idempotencyKey, language };
      const answer = translateError(await backendClient.send('/api/trial/start', trial, options), language);
      if (answer.status >= 400) return refusedOutcome(answer, 'trialFailed');
      const status = answerText(answer, 'status');
      if (answer.status < 300 && status === 'ok') return { status: answer.status, body: { status } };
      // The response is neither an error nor the confirmation that the backend's contract defines.
      const error = answerText(answer, 'error');
      return error === undefined ? failedOutcome(502, 'unexpected', 'trialFailed') : { status: 502, body: { error } };
    } catch (error) {
      log.warn({ reason: String(error) }, 'a trial could not be started');
      return silentOutcome(error, 'trialFailed');
    }
  }

  return async ({ machine_id, email }, language, submission) => {
    const trial = { machine_id: machine_id.trim(), email: email.trim() };
    const { answer, retryKey } = await once(trial, submission, (idempotencyKey) =>
      requestTrial(trial, { language, idempotencyKey }),
    );
    return { ...answer, retryKey };
  };
}
