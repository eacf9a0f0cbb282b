import { textOf } from '#server/backend/answers.ts';
import { backendFailure } from '#server/backend/failures.ts';
import type { BackendAnswer } from '#server/backend/client.ts';

/** What /api answers to an activation: only what spec.md, section 7 reads, so nothing else can leak through it. */
export interface ActivationAnswer {
  status: number;
  retryAfter?: string;
  body: {
    /** 'ok' when a trial has started. */
    status?: string;
    /** Where a purchase goes on. */
    pageUrl?: string;
    /** The backend's own words; a code where `errors` is there. */
    error?: string;
    /** Message keys: `form` names one of extension.alerts. */
    errors?: Record<string, string>;
  };
}

export type AlertKey = 'trialFailed' | 'invoiceFailed' | 'invoiceInvalid' | 'paymentFailed';

/** Our own failure: a code, and the message that says it to a visitor. */
export function failedAnswer(status: number, error: string, alert: AlertKey): ActivationAnswer {
  return { status, body: { error, errors: { form: alert } } };
}

/** The backend's own refusal, its words passed on where it has any. */
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
