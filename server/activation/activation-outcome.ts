import { answerText } from '#server/backend/answers.ts';
import type { BackendAnswer } from '#server/backend/client.ts';
import { backendFailure } from '#server/backend/failures.ts';

/**
 * How a trial or an invoice ended: the response of /api. Its body has only these fields, so that nothing else from the
 * backend reaches the browser.
 */
export interface ActivationOutcome {
  status: number;
  retryAfter?: string;
  /** The key with which the form without JavaScript is sent again. */
  retryKey?: string;
  body: {
    /** 'ok' when a trial has started. */
    status?: string;
    /** The address of the payment page. */
    pageUrl?: string;
    /** The reason from the backend; a code when `errors` is set. */
    error?: string;
    /** Message keys: `form` names one of extension.alerts. */
    errors?: Record<string, string>;
  };
}

/** Keys of extension.alerts in locales/<language>/extension.json. */
export type AlertKey = 'trialFailed' | 'invoiceFailed' | 'invoiceInvalid' | 'paymentFailed' | 'paymentsOff';

/** A failure of this site: a code, and the key of the message for the visitor. */
export function failedOutcome(status: number, error: string, alert: AlertKey): ActivationOutcome {
  return { status, body: { error, errors: { form: alert } } };
}

/** A refusal by the backend, with the reason of the backend if it has one. */
export function refusedOutcome(answer: BackendAnswer, alert: AlertKey): ActivationOutcome {
  const error = answerText(answer, 'error');
  const { status, retryAfter } = answer;
  return {
    ...(error === undefined ? failedOutcome(status, 'refused', alert) : { status, body: { error } }),
    retryAfter,
  };
}

/** Returns the outcome of a call that the backend did not answer. `problem` is the error that the call threw. */
export function silentOutcome(problem: unknown, alert: AlertKey): ActivationOutcome {
  const { status, error, retryAfter } = backendFailure(problem);
  return { ...failedOutcome(status, error, alert), retryAfter };
}
