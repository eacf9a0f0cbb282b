import type { Answer } from '#shared/api.ts';
import type { InvoiceRequest, TrialRequest } from '#shared/contracts/activation.ts';
import { postJson } from './browser-api.ts';

/** What /api answers: see server/forms/activation-answer.ts. */
export interface ActivationBody {
  status?: string;
  pageUrl?: string;
  error?: string;
  errors?: Record<string, string>;
}

/** The two calls of the GITL page; the browser names plan, machine, e-mail and language, and nothing else. */
export interface ActivationApi {
  startTrial(request: TrialRequest): Promise<Answer<ActivationBody>>;
  createInvoice(request: InvoiceRequest): Promise<Answer<ActivationBody>>;
}

export function createActivationApi(): ActivationApi {
  return {
    startTrial: (request) => postJson('/api/trial/start', request) as Promise<Answer<ActivationBody>>,
    createInvoice: (request) => postJson('/api/monopay/invoice/create', request) as Promise<Answer<ActivationBody>>,
  };
}
