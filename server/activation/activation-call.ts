import type { Language } from '#shared/languages.ts';
import type { BackendAnswer, BackendClient } from '#server/backend/client.ts';
import type { TranslateError } from '#server/backend/known-errors.ts';
import { createIdempotency, type Submission } from '#server/forms/idempotency.ts';
import type { Log } from '#server/lib/log.ts';
import { refusedOutcome, silentOutcome, type ActivationOutcome, type AlertKey } from './activation-outcome.ts';

/** What both calls of the activation form need. */
export interface ActivationTools {
  backendClient: BackendClient;
  translateError: TranslateError;
  log: Log;
}

interface Options extends ActivationTools {
  /** The path of the call on the backend. */
  path: string;
  /** Whether the request contains BACKEND_TOKEN. */
  withToken?: boolean;
  /** The messages for the visitor when the backend refuses, and when it does not answer. */
  alerts: { refused: AlertKey; silent: AlertKey };
  /** Reads an answer that is no refusal: its status is below 400. */
  readAnswer(answer: BackendAnswer): ActivationOutcome;
}

/**
 * Creates the function that sends a trial or an invoice to the backend, once for each submission. A failure may be sent
 * again: its body has an error.
 */
export function createActivationCall({ backendClient, translateError, log, ...call }: Options) {
  const { path, withToken, alerts, readAnswer } = call;
  const runOnce = createIdempotency<ActivationOutcome>({ isFailure: ({ body }) => body.error !== undefined });

  async function send(content: object, language: Language, idempotencyKey: string): Promise<ActivationOutcome> {
    try {
      const sent = await backendClient.send(path, content, { withToken, idempotencyKey, language });
      // The message for the visitor does not name the token, so the log does.
      if (withToken && sent.status === 401)
        log.error({ path }, 'the backend refused BACKEND_TOKEN: no trial can be started');
      const answer = translateError(sent, language);
      return answer.status >= 400 ? refusedOutcome(answer, alerts.refused) : readAnswer(answer);
    } catch (error) {
      log.warn({ path, reason: String(error) }, 'a trial or an invoice could not be sent');
      return silentOutcome(error, alerts.silent);
    }
  }

  return async (content: object, language: Language, submission: Submission): Promise<ActivationOutcome> => {
    const { answer, retryKey } = await runOnce(content, submission, (key) => send(content, language, key));
    return { ...answer, retryKey };
  };
}
