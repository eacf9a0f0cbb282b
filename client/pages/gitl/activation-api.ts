import type { PostAnswer, PostOptions } from '#shared/api.ts';
import type { InvoiceRequest, TrialRequest } from '#shared/contracts/activation.ts';
import { ownPaths } from '#shared/own-paths.ts';
import { postJson } from '../../lib/browser-api.ts';

/**
 * The two calls of the GITL page. The server adds prices and payment data, so the browser sends only the plan and the
 * form fields. server/activation/activation-outcome.ts describes the bodies of the responses.
 */
export interface ActivationApi {
  startTrial(request: TrialRequest, options?: PostOptions): Promise<PostAnswer>;
  createInvoice(request: InvoiceRequest, options?: PostOptions): Promise<PostAnswer>;
}

/** The calls of the activation form to this site’s own /api. */
export function createActivationApi(): ActivationApi {
  return {
    startTrial: (request, options) => postJson(ownPaths.trial, request, options),
    createInvoice: (request, options) => postJson(ownPaths.invoice, request, options),
  };
}
