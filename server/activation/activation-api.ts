import { json, Router } from 'express';
import { InvoiceRequest, TrialRequest } from '#shared/contracts/activation.ts';
import { check } from '#shared/contracts/check.ts';
import { passRetryAfter } from '#server/backend/answers.ts';
import type { CreateInvoice } from './create-invoice.ts';
import type { StartTrial } from './start-trial.ts';
import { jsonOnly } from '#server/http/json-only.ts';

interface Tools {
  startTrial: StartTrial;
  createInvoice: CreateInvoice;
}

/** Starting a trial and buying a licence (spec.md, section 7). */
export function activationRoutes({ startTrial, createInvoice }: Tools): Router {
  const router = Router();
  const body = json({ limit: '16kb', strict: true });

  router.post('/trial/start', jsonOnly, body, async (req, res) => {
    const [errors, request] = check(req.body, TrialRequest);
    if (errors) {
      res.status(400).json({ error: 'invalid', errors });
      return;
    }
    const answer = await startTrial(request);
    passRetryAfter(res, answer);
    res.status(answer.status).json(answer.body);
  });

  router.post('/monopay/invoice/create', jsonOnly, body, async (req, res) => {
    const [errors, request] = check(req.body, InvoiceRequest);
    if (errors) {
      res.status(400).json({ error: 'invalid', errors });
      return;
    }
    const answer = await createInvoice(request);
    passRetryAfter(res, answer);
    res.status(answer.status).json(answer.body);
  });

  return router;
}
