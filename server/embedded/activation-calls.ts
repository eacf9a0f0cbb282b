import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { json, Router, type Request } from 'express';
import { array, enums, integer, literal, min, nonempty, object, pattern, size, string, type } from 'superstruct';
import { TrialRequest } from '#shared/contracts/activation.ts';
import { check } from '#shared/contracts/check.ts';
import { sandboxPath } from '#shared/payment-address.ts';
import { currencyCodes } from '#shared/plans.ts';
import { matchesToken } from '../http/token.ts';

interface Options {
  database: DatabaseSync;
  token: string;
}

const address = pattern(string(), /^https?:\/\/\S+$/);

/** What the backend is asked for with a purchase (spec.md, section 7), as strictly as a provider would check it. */
const NewInvoice = object({
  amount: min(integer(), 1),
  ccy: enums(Object.values(currencyCodes)),
  merchantPaymInfo: object({
    reference: nonempty(string()),
    destination: nonempty(string()),
    comment: string(),
    customerEmails: size(array(string()), 1, 10),
    basketOrder: size(
      array(type({ name: string(), qty: integer(), sum: integer(), code: string(), unit: string() })),
      1,
      100,
    ),
  }),
  redirectUrl: address,
  webHookUrl: address,
  validity: min(integer(), 1),
  paymentType: literal('debit'),
});

/** What the provider reports to the webhook. */
const Report = type({ invoiceId: string(), status: enums(['success', 'failure']), modifiedDate: string() });

interface Row {
  id: string;
  status: 'created' | 'success' | 'failure';
  payload: string;
  created: string;
}

/** What the sandbox's payment page shows; an invoice that nobody paid in time is over. */
function describe({ id, status, payload, created }: Row) {
  const { amount, ccy, merchantPaymInfo, redirectUrl, validity } = JSON.parse(payload) as typeof NewInvoice.TYPE;
  const over = status !== 'success' && Date.parse(created) + validity * 1000 < Date.now();
  return {
    id,
    amount,
    ccy,
    redirectUrl,
    status: over ? ('expired' as const) : status,
    destination: merchantPaymInfo.destination,
    email: merchantPaymInfo.customerEmails[0] ?? '',
  };
}

/** Trials, invoices and the payment page behind them (spec.md, section 7). No money moves here. */
export function activationCalls({ database, token }: Options): Router {
  const router = Router();
  const insertTrial = database.prepare(
    'INSERT INTO trials (machine_id, email, date) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const insertInvoice = database.prepare(
    "INSERT INTO invoices (id, status, payload, created, modified) VALUES (?, 'created', ?, ?, ?)",
  );
  const findInvoice = database.prepare('SELECT id, status, payload, created FROM invoices WHERE id = ?');
  // A report may come twice or late: what is paid stays paid, and an older report changes nothing.
  const report = database.prepare(
    "UPDATE invoices SET status = ?, modified = ? WHERE id = ? AND status <> 'success' AND modified <= ?",
  );

  const body = json({ limit: '32kb' });
  const ownOrigin = (req: Request) => `http://${req.headers.host ?? ''}`;
  const invoiceOf = (id: unknown) => findInvoice.get(String(id)) as Row | undefined;

  router.post('/api/trial/start', body, (req, res) => {
    if (!matchesToken(String(req.headers['x-token']), token)) {
      res.status(401).json({ error: 'The token is missing or wrong' });
      return;
    }
    const [errors, trial] = check(req.body, TrialRequest);
    if (errors) {
      res.status(400).json({ error: 'machine_id and email are required' });
      return;
    }
    insertTrial.run(trial.machine_id, trial.email, new Date().toISOString());
    res.json({ status: 'ok' });
  });

  router.post('/api/monopay/invoice/create', body, (req, res) => {
    const [errors, invoice] = check(req.body, NewInvoice);
    if (errors) {
      res.status(400).json({ error: `The invoice cannot be used: ${Object.keys(errors).join(', ')}` });
      return;
    }
    const invoiceId = randomBytes(12).toString('base64url');
    const now = new Date().toISOString();
    insertInvoice.run(invoiceId, JSON.stringify(invoice), now, now);
    res.json({ invoiceId, pageUrl: `${ownOrigin(req)}${sandboxPath}${invoiceId}` });
  });

  router.post('/api/monopay/webhook', body, (req, res) => {
    const [errors, told] = check(req.body, Report);
    if (errors) {
      res.status(400).json({ error: 'bad report' });
      return;
    }
    const { invoiceId, status, modifiedDate } = told;
    if (!invoiceOf(invoiceId)) {
      res.status(404).json({ error: 'not found' });
      return;
    }
    report.run(status, modifiedDate, invoiceId, modifiedDate);
    res.json({ status: 'ok' });
  });

  router.get(`${sandboxPath}:id`, (req, res) => {
    const row = invoiceOf(req.params.id);
    if (row) res.json(describe(row));
    else res.status(404).json({ error: 'not found' });
  });

  router.post(`${sandboxPath}:id`, body, async (req, res) => {
    const row = invoiceOf(req.params.id);
    const [errors, decided] = check(req.body, type({ decision: enums(['approve', 'decline']) }));
    if (!row || errors) {
      res.status(row ? 400 : 404).json({ error: row ? 'approve or decline' : 'not found' });
      return;
    }
    if (['success', 'expired'].includes(describe(row).status)) {
      res.json(describe(row));
      return;
    }
    // The provider's part: it reports to the webhook's path, here where it can be reached from wherever this runs.
    const { webHookUrl } = JSON.parse(row.payload) as typeof NewInvoice.TYPE;
    const answer = await fetch(new URL(new URL(webHookUrl).pathname, ownOrigin(req)), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        invoiceId: row.id,
        status: decided.decision === 'approve' ? 'success' : 'failure',
        modifiedDate: new Date().toISOString(),
      }),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`);
    res.json(describe(invoiceOf(row.id) ?? row));
  });

  return router;
}
