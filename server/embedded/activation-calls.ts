import { json, Router, type Request } from 'express';
import { TrialRequest } from '#shared/contracts/activation.ts';
import { check } from '#shared/contracts/check.ts';
import { sandboxPath } from '#shared/payment-address.ts';
import { matchesToken } from '#server/http/token.ts';
import type { Answer, WriteOnce } from './idempotency.ts';
import {
  addInvoice,
  decideInvoice,
  Decision,
  findInvoice,
  NewInvoice,
  PaymentReport,
  recordPayment,
} from './invoices.ts';
import type { Storage } from './storage/storage.ts';

const readBody = () => json({ limit: '32kb' });
const notFound: Answer = { status: 404, body: { error: 'not found' } };

/** POST /api/trial/start: a trial for a machine and an e-mail address, stored once for each pair. */
export function trialCalls(writeOnce: WriteOnce, token: string): Router {
  const router = Router();
  router.post('/api/trial/start', readBody(), async (req, res) => {
    if (!matchesToken(String(req.headers['x-token']), token)) {
      res.status(401).json({ error: 'The token is missing or wrong' });
      return;
    }
    const [errors, trial] = check(req.body, TrialRequest);
    if (errors) {
      res.status(400).json({ error: 'machine_id and email are required' });
      return;
    }
    const { machine_id, email } = trial;
    const { status, body } = await writeOnce(req, [machine_id, email], async (database) => {
      await database
        .insertInto('trials')
        .values({ machine_id, email, date: new Date().toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { status: 200, body: { status: 'ok' } };
    });
    res.status(status).json(body);
  });
  return router;
}

/** Invoices and the provider's reports of payments. No money moves here. */
export function invoiceCalls(storage: Storage, writeOnce: WriteOnce): Router {
  const router = Router();

  router.post('/api/monopay/invoice/create', readBody(), async (req, res) => {
    const [errors, invoice] = check(req.body, NewInvoice);
    if (errors) {
      res.status(400).json({ error: `The invoice cannot be used: ${Object.keys(errors).join(', ')}` });
      return;
    }
    const { status, body } = await writeOnce(req, invoice, async (database) => ({
      status: 200,
      body: { invoiceId: await addInvoice(database, invoice) },
    }));
    // The address is added to a stored answer too: another process has another one.
    const { invoiceId } = body;
    const pageUrl = `http://${req.headers.host ?? ''}${sandboxPath}${String(invoiceId)}`;
    res.status(status).json(status < 300 ? { invoiceId, pageUrl } : body);
  });

  router.post('/api/monopay/webhook', readBody(), async (req, res) => {
    const [errors, report] = check(req.body, PaymentReport);
    if (errors) {
      res.status(400).json({ error: 'bad report' });
      return;
    }
    const isKnown = await storage.write((database) => recordPayment(database, report));
    if (isKnown) res.json({ status: 'ok' });
    else res.status(404).json(notFound.body);
  });

  return router;
}

/** The payment page's data and its decision, in the place of a payment provider. */
export function sandboxCalls(storage: Storage, writeOnce: WriteOnce): Router {
  const router = Router();

  router.get(`${sandboxPath}:id`, async (req, res) => {
    const invoice = await storage.read((database) => findInvoice(database, req.params.id));
    res.status(invoice ? 200 : 404).json(invoice ?? notFound.body);
  });

  router.post(`${sandboxPath}:id`, readBody(), async (req: Request<{ id: string }>, res) => {
    const [errors, decided] = check(req.body, Decision);
    if (errors) {
      res.status(400).json({ error: 'approve or decline' });
      return;
    }
    const { status, body } = await writeOnce(req, decided.decision, async (database) => {
      const invoice = await decideInvoice(database, req.params.id, decided.decision);
      return invoice ? { status: 200, body: { ...invoice } } : notFound;
    });
    res.status(status).json(body);
  });

  return router;
}
