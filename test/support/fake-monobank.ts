import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { OrderState } from '#shared/order-states.ts';
import { listen } from './listen.ts';
import type { Cleanup } from './process.ts';

/** An invoice as Monobank's acquiring API knows it. */
export interface FakeInvoice {
  invoiceId: string;
  status: OrderState;
  modifiedDate: string;
  reference: string;
  /** The requested refunds, with the caller's ids of them. */
  cancelList: { status: 'processing' | 'success'; extRef: string }[];
  request: {
    amount: number;
    ccy: number;
    /** Seconds. */
    validity: number;
    redirectUrl: string;
    webHookUrl: string;
    merchantPaymInfo: { reference: string; basketOrder: { total?: number }[] };
  };
}

export interface FakeMonobank {
  url: string;
  token: string;
  invoices: Map<string, FakeInvoice>;
  /** The paths that were called, in order. */
  calls: string[];
  /** Called before a response; a returned value replaces the response. */
  intercept: ((path: string) => { status: number; body: unknown } | null) | null;
  /** Moves an invoice on and answers the report about it, as it would be sent to the webhook. */
  report(invoiceId: string, status: OrderState, modifiedDate?: string): { body: string; signature: string };
  sign(body: string): string;
  /** Signs later reports with another key. */
  changeKey(): void;
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request) text += String(part);
  return text === '' ? undefined : JSON.parse(text);
}

/** A stand-in for Monobank's acquiring API, with the calls that the backend makes and a key of its own. */
export async function fakeMonobank(t: Cleanup): Promise<FakeMonobank> {
  const invoices = new Map<string, FakeInvoice>();
  let keys = newKeys();

  const routes: Record<string, (body: unknown, query: URLSearchParams) => [status: number, body: unknown]> = {
    'POST /api/merchant/invoice/create'(body) {
      const request = body as FakeInvoice['request'];
      const invoiceId = `p2_${invoices.size + 1}_${Math.random().toString(36).slice(2)}`;
      const { reference } = request.merchantPaymInfo;
      const modifiedDate = new Date().toISOString();
      invoices.set(invoiceId, { invoiceId, status: 'created', modifiedDate, reference, request, cancelList: [] });
      return [200, { invoiceId, pageUrl: `https://pay.example/${invoiceId}` }];
    },
    'GET /api/merchant/invoice/status'(_, query) {
      const invoice = invoices.get(query.get('invoiceId') ?? '');
      return invoice ? [200, describe(invoice)] : [404, { errCode: 'NOT_FOUND', errText: 'invoice not found' }];
    },
    'POST /api/merchant/invoice/cancel'(body) {
      const { invoiceId, extRef } = body as { invoiceId: string; extRef: string };
      const invoice = invoices.get(invoiceId);
      if (!invoice) return [404, { errCode: 'NOT_FOUND', errText: 'invoice not found' }];
      invoice.cancelList.push({ status: 'processing', extRef });
      return [200, { status: 'processing' }];
    },
    'POST /api/merchant/invoice/remove'(body) {
      invoices.delete((body as { invoiceId: string }).invoiceId);
      return [200, {}];
    },
    'GET /api/merchant/pubkey'() {
      const pem = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
      return [200, { key: Buffer.from(pem).toString('base64') }];
    },
  };

  const describe = ({ invoiceId, status, modifiedDate, reference, cancelList, request }: FakeInvoice) => ({
    invoiceId,
    status,
    ...(status === 'failure' && { failureReason: 'Недостатньо коштів', errCode: '59' }),
    amount: request.amount,
    ccy: request.ccy,
    finalAmount: request.amount,
    createdDate: modifiedDate,
    modifiedDate,
    reference,
    cancelList,
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bank');
    fake.calls.push(pathname);
    const body = await readJson(request);
    const send = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const instead = fake.intercept?.(pathname);
    if (instead) return send(instead.status, instead.body);
    if (request.headers['x-token'] !== fake.token) return send(403, { errCode: 'FORBIDDEN', errText: 'forbidden' });
    const route = routes[`${request.method} ${pathname}`];
    const [status, value] = route ? route(body, searchParams) : [404, { errCode: 'NOT_FOUND' }];
    send(status, value);
  }

  const server = createServer((request, response) => void answer(request, response));
  const fake: FakeMonobank = {
    url: await listen(t, server),
    token: 'merchant-token',
    invoices,
    calls: [],
    intercept: null,
    report(invoiceId, status, modifiedDate = new Date().toISOString()) {
      const invoice = invoices.get(invoiceId);
      if (!invoice) throw new Error(`the bank has no invoice ${invoiceId}`);
      Object.assign(invoice, { status, modifiedDate });
      const body = JSON.stringify(describe(invoice));
      return { body, signature: fake.sign(body) };
    },
    sign: (body) => createSign('sha256').update(body).sign(keys.privateKey).toString('base64'),
    changeKey() {
      keys = newKeys();
    },
  };
  return fake;
}
