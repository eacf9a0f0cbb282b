import { json, raw, Router, type Request, type Response } from 'express';
import { addressOf } from '#shared/address.ts';
import { check } from '#shared/contracts/check.ts';
import type { Order } from '#shared/contracts/order.ts';
import { sandboxPath } from '#shared/payment-address.ts';
import type { PaymentMode } from '#server/config/payment-mode.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { retryAfter } from '#server/http/retry-after.ts';
import { messageOf } from '../lib/error-facts.ts';
import { findLicenceOfOrder } from '../licences/licences.ts';
import { notFound, type CallResponse, type IdempotentWrite } from '../storage/idempotent-write.ts';
import { pageLanguage } from '../lib/page-language.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import type { WriteLog } from '../lib/write-log.ts';
import { Decision, NewInvoice, PaymentReport } from './invoice.ts';
import { MonobankError, type Monobank } from './monobank.ts';
import {
  addOrder,
  applyReport,
  findOrder,
  invoiceOf,
  ensureCurrentOrder,
  storePaymentPage,
  validUntil,
  type OrderRow,
  type Provider,
  type Fulfil,
} from './orders.ts';
import { decideSandboxInvoice, findSandboxInvoice } from './sandbox.ts';
import type { VerifyReport } from './signature.ts';
import { firstPollMs } from './poll-orders.ts';

export interface OrderTools {
  storage: Storage;
  writeIdempotently: IdempotentWrite;
  writeLog: WriteLog;
  fulfil: Fulfil;
  /** Starts the delivery of the e-mails that were added to the outbox. */
  wakeDelivery: () => void;
  mode: PaymentMode;
  /** Whether the operator has set the mode explicitly. Otherwise a public site must not use the sandbox. */
  isModeChosen: boolean;
  /** Null without access to the provider. */
  monobank: { api: Monobank; verify: VerifyReport } | null;
}

const readBody = () => json({ limit: '32kb' });
const paymentsOff = 'This site takes no payments. Please write to us, and we will send you an invoice.';

/** Returns the provider's payment page of an order. Two concurrent requests both get the page that was stored first. */
async function ensurePaymentPage({ storage, writeLog }: OrderTools, api: Monobank, order: OrderRow): Promise<string> {
  if (order.page_url !== null) return order.page_url;
  // A retry may come long after the order was stored: the page must not be payable for longer than the order.
  const validity = Math.floor((validUntil(order) - Date.now()) / 1000);
  const made = await api.createInvoice(order.id, { ...invoiceOf(order), validity });
  const pageUrl = await storage.write((database) =>
    storePaymentPage(database, order.id, made, Date.now() + firstPollMs),
  );
  if (pageUrl !== made.pageUrl)
    await api.cancelInvoice(made.invoiceId).catch((error: unknown) => {
      // The id of an order gives access to its licence, so it is not in the log.
      const fields = { invoice: made.invoiceId, reason: messageOf(error) };
      writeLog('warn', fields, 'a second invoice of an order was not removed');
    });
  return pageUrl;
}

/** POST /api/monopay/invoice/create stores the order before the request to the provider. */
function createInvoiceCall(tools: OrderTools) {
  const { storage, writeIdempotently, writeLog, mode, isModeChosen, monobank } = tools;
  const provider: Provider | null = mode === 'off' ? null : mode;

  async function describePaymentPage(req: Request, order: OrderRow): Promise<CallResponse> {
    // In the answer of this call `invoiceId` is the id of the order. That of the payment provider is not sent.
    const invoiceId = order.id;
    // The address of the sandbox page is not stored, because another process has another origin.
    if (order.provider === 'sandbox')
      return {
        status: 200,
        body: {
          invoiceId,
          pageUrl: `http://${req.headers.host ?? ''}${addressOf('/sandbox/pay/:id', { id: invoiceId })}`,
        },
      };
    if (!monobank) return { status: 403, body: { error: paymentsOff } };
    try {
      return { status: 200, body: { invoiceId, pageUrl: await ensurePaymentPage(tools, monobank.api, order) } };
    } catch (error) {
      if (!(error instanceof MonobankError)) throw error;
      writeLog('error', { reason: error.message }, 'the payment provider made no invoice');
      return { status: 502, body: { error: 'The payment provider did not answer. Please try again later.' } };
    }
  }

  return async (req: Request, res: Response) => {
    const [errors, invoice] = check(req.body, NewInvoice);
    if (errors) {
      res.status(400).json({ error: `The invoice cannot be used: ${Object.keys(errors).join(', ')}` });
      return;
    }
    const isPublic = invoice.redirectUrl.startsWith('https:');
    if (provider === null || (provider === 'sandbox' && isPublic && !isModeChosen)) {
      res.status(403).json({ error: paymentsOff });
      return;
    }
    const language = pageLanguage(req);
    const stored = await writeIdempotently(req, invoice, async (database) => ({
      status: 200,
      body: { invoiceId: await addOrder(database, invoice, { provider, language }) },
    }));
    if (stored.status >= 300) {
      res.status(stored.status).json(stored.body);
      return;
    }
    const id = String(stored.body['invoiceId']);
    const { status, body } = await describePaymentPage(
      req,
      await storage.write((database) => ensureCurrentOrder(database, id)),
    );
    res.status(status).json(body);
  };
}

/**
 * Returns the sender of a report: the provider if the signature is valid, the sandbox if there is no signature to
 * verify.
 */
async function providerOf(req: Request, body: Buffer, { mode, monobank }: OrderTools): Promise<Provider | null> {
  const signature = req.get('x-sign');
  if (signature === undefined) return mode === 'sandbox' ? 'sandbox' : null;
  return monobank && (await monobank.verify(body, signature)) ? 'monobank' : null;
}

/** POST /api/monopay/webhook accepts a report only if the provider has signed its exact bytes. */
function createWebhook(tools: OrderTools) {
  const { storage, fulfil, wakeDelivery, writeLog } = tools;
  return async (req: Request, res: Response) => {
    const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    let sender: Provider | null;
    try {
      sender = await providerOf(req, body, tools);
    } catch (error) {
      writeLog('error', { reason: messageOf(error) }, 'the payment provider’s key could not be fetched');
      res.status(503).set('Retry-After', retryAfter.paymentKey).json({ error: 'The signature cannot be checked now.' });
      return;
    }
    if (!sender) {
      writeLog('warn', {}, 'a report of a payment without the provider’s signature was refused');
      res.status(401).json({ error: 'The signature is missing or wrong' });
      return;
    }
    const [errors, report] = check(parseJson(body.toString()), PaymentReport);
    if (errors) {
      res.status(400).json({ error: 'bad report' });
      return;
    }
    const isKnown = await storage.write((database) => applyReport(database, sender, report, fulfil));
    wakeDelivery();
    const fields = { invoice: report.invoiceId };
    if (!isKnown && sender === 'monobank' && report.status === 'success')
      writeLog('error', fields, 'the payment provider has reported a payment of an unknown order');
    if (isKnown) res.json({ status: 'ok' });
    else res.status(404).json(notFound.body);
  };
}

/** Returns the state of an order for its buyer, or null if there is no such order. */
async function describeOrder(database: Database, id: string): Promise<Order | null> {
  const order = await findOrder(database, id);
  if (!order) return null;
  const licence = await findLicenceOfOrder(database, id);
  const valid = licence?.revoked === null ? licence : null;
  return { state: order.status, licence: valid?.licence ?? null, expires: valid?.expires ?? null };
}

/** The calls for orders: their invoices, the provider's reports and the state for the buyer. */
export function orderCalls(tools: OrderTools): Router {
  const router = Router();
  router.post('/api/monopay/invoice/create', readBody(), createInvoiceCall(tools));
  router.post('/api/monopay/webhook', raw({ type: () => true, limit: '64kb' }), createWebhook(tools));
  router.get('/api/orders/:id', async (req: Request<{ id: string }>, res) => {
    const order = await tools.storage.read((database) => describeOrder(database, req.params.id));
    res.status(order ? 200 : 404).json(order ?? notFound.body);
  });
  return router;
}

/** The calls of the sandbox's payment page: its data, and the buyer's decision instead of a payment provider's. */
export function sandboxCalls({ storage, writeIdempotently, fulfil, wakeDelivery }: OrderTools): Router {
  const router = Router();

  router.get(`${sandboxPath}:id`, async (req, res) => {
    const invoice = await storage.read((database) => findSandboxInvoice(database, req.params.id));
    res.status(invoice ? 200 : 404).json(invoice ?? notFound.body);
  });

  router.post(`${sandboxPath}:id`, readBody(), async (req: Request<{ id: string }>, res) => {
    const [errors, decided] = check(req.body, Decision);
    if (errors) {
      res.status(400).json({ error: 'approve or decline' });
      return;
    }
    const { status, body } = await writeIdempotently(req, decided.decision, async (database) => {
      const invoice = await decideSandboxInvoice(database, req.params.id, decided.decision, fulfil);
      return invoice ? { status: 200, body: { ...invoice } } : notFound;
    });
    wakeDelivery();
    res.status(status).json(body);
  });

  return router;
}
