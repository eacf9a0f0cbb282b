import type { Response } from 'express';
import { InvoiceRequest, TrialRequest } from '#shared/contracts/activation.ts';
import { check } from '#shared/contracts/check.ts';
import { setRetryAfter } from '#server/backend/answers.ts';
import { parseSubmission } from '#server/forms/idempotency.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import { siteRequestOf } from '#server/http/request-context.ts';
import type { ActivationOutcome } from './activation-outcome.ts';
import type { CreateInvoice } from './create-invoice.ts';
import type { StartTrial } from './start-trial.ts';

function send(res: Response, outcome: ActivationOutcome): void {
  setRetryAfter(res, outcome);
  res.status(outcome.status).json(outcome.body);
}

const refuse = (res: Response, errors: Record<string, string>) => res.status(400).json({ error: 'invalid', errors });

/** POST /api/trial/start. */
export function createTrialApi(startTrial: StartTrial): Handler {
  return async (req, res) => {
    const [errors, request] = check(req.body, TrialRequest);
    if (errors) refuse(res, errors);
    else send(res, await startTrial(request, siteRequestOf(res).choice.language, parseSubmission(req)));
  };
}

/** POST /api/monopay/invoice/create: the request contains a plan, never an amount. */
export function createInvoiceApi(createInvoice: CreateInvoice): Handler {
  return async (req, res) => {
    const [errors, request] = check(req.body, InvoiceRequest);
    if (errors) refuse(res, errors);
    else send(res, await createInvoice(request, parseSubmission(req)));
  };
}
