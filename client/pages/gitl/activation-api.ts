import type { Answer, PostOptions } from '#shared/api.ts';
import type { InvoiceRequest, TrialRequest } from '#shared/contracts/activation.ts';
import { ownPaths } from '#shared/own-paths.ts';
import type { ActivationErrors, AlertKey } from './activation-rules.ts';
import { postJson } from '../../lib/browser-api.ts';

/** The body of the responses to both calls (server/activation/activation-answer.ts). */
export interface ActivationBody {
  status?: string;
  pageUrl?: string;
  error?: string;
  /** Message keys by field. `form` is an error of the whole form, `body` an error of a body that no form sends. */
  errors?: ActivationErrors & { form?: AlertKey; body?: string };
}

/**
 * The two calls of the GITL page. The server adds prices and payment data, so the browser sends only the plan and the
 * form fields.
 */
export interface ActivationApi {
  startTrial(request: TrialRequest, options?: PostOptions): Promise<Answer<ActivationBody>>;
  createInvoice(request: InvoiceRequest, options?: PostOptions): Promise<Answer<ActivationBody>>;
}

export function createActivationApi(): ActivationApi {
  return {
    startTrial: (request, options) => postJson(ownPaths.trial, request, options),
    createInvoice: (request, options) => postJson(ownPaths.invoice, request, options),
  };
}
