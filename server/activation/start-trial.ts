import type { TrialRequest } from '#shared/contracts/activation.ts';
import { cleanEmail } from '#shared/email.ts';
import type { Language } from '#shared/languages.ts';
import { answerText } from '#server/backend/answers.ts';
import type { Submission } from '#server/forms/idempotency.ts';
import { createActivationCall, type ActivationTools } from './activation-call.ts';
import { failedOutcome, type ActivationOutcome } from './activation-outcome.ts';

/** `language` is that of the page: e-mails about the trial are written in it. */
export type StartTrial = (
  request: TrialRequest,
  language: Language,
  submission: Submission,
) => Promise<ActivationOutcome>;

/** Starts a trial; called by the API and by the form without JavaScript. */
export function createStartTrial(tools: ActivationTools): StartTrial {
  const send = createActivationCall({
    ...tools,
    path: '/api/trial/start',
    withToken: true,
    alerts: { refused: 'trialFailed', silent: 'trialFailed' },
    readAnswer(answer) {
      const status = answerText(answer, 'status');
      if (answer.status < 300 && status === 'ok') return { status: answer.status, body: { status } };
      // The response is neither an error nor the confirmation that the backend's contract defines.
      const error = answerText(answer, 'error');
      return error === undefined ? failedOutcome(502, 'unexpected', 'trialFailed') : { status: 502, body: { error } };
    },
  });
  return ({ machine_id, email }, language, submission) =>
    send({ machine_id: machine_id.trim(), email: cleanEmail(email) }, language, submission);
}
