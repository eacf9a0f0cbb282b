import { textOf } from '#server/backend/answers.ts';
import type { BackendAnswer } from '#server/backend/client.ts';
import { backendFailure } from '#server/backend/failures.ts';

/** What /api answers to an activation: these fields alone, so that nothing else of the backend's answer is passed on. */
export interface ActivationAnswer {
  status: number;
  retryAfter?: string;
  body: {
    /** 'ok' when a trial has started. */
    status?: string;
    /** Where a purchase goes on. */
    pageUrl?: string;
    /** The backend's reason; a code where `errors` is there. */
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

/** A refusal of the backend, with its reason where it gives one. */
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
