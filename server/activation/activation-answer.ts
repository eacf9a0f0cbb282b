import { textOf } from '#server/backend/answers.ts';
import type { BackendAnswer } from '#server/backend/client.ts';
import { backendFailure } from '#server/backend/failures.ts';

/**
 * The body of a response of /api to an activation. It has only these fields, so that nothing else from the backend
 * reaches the browser.
 */
export interface ActivationAnswer {
  status: number;
  retryAfter?: string;
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

export type AlertKey = 'trialFailed' | 'invoiceFailed' | 'invoiceInvalid' | 'paymentFailed' | 'paymentsOff';

/** A failure of this site: a code, and the key of the message for the visitor. */
export function failedAnswer(status: number, error: string, alert: AlertKey): ActivationAnswer {
  return { status, body: { error, errors: { form: alert } } };
}

/** A refusal by the backend, with the reason of the backend if it has one. */
export function refusedAnswer(answer: BackendAnswer, alert: AlertKey): ActivationAnswer {
  const error = textOf(answer, 'error');
  const { status, retryAfter } = answer;
  return {
    ...(error === undefined ? failedAnswer(status, 'refused', alert) : { status, body: { error } }),
    retryAfter,
  };
}

export function silentAnswer(problem: unknown, alert: AlertKey): ActivationAnswer {
  const { status, error } = backendFailure(problem);
  return failedAnswer(status, error, alert);
}
