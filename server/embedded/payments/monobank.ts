import { string, type, union, type Infer, type Struct } from 'superstruct';
import { addressOf } from '#shared/address.ts';
import { check } from '#shared/contracts/check.ts';
import { readLimited } from '#server/http/body/read-limited.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { parseReference, PaymentReport, refundStates, type NewInvoice } from './invoice.ts';
import { webhookUrlFor, withOrder } from './redirect-url.ts';

/** The access to Monobank's acquiring API. */
export interface MonobankAccess {
  /** The value of MONOBANK_URL. */
  url: string;
  /** The value of MONOBANK_TOKEN. */
  token: string;
}

const CreatedInvoice = type({ invoiceId: string(), pageUrl: string() });
type CreatedInvoice = Infer<typeof CreatedInvoice>;
const CancelAnswer = type({ status: refundStates });
const PublicKey = type({ key: string() });
/** The body of an error of the API, see https://api.monobank.ua/docs/acquiring.html. */
const ErrorAnswer = union([type({ errCode: string() }), type({ errText: string() })]);

/** The API did not respond, or its response is invalid. `isRefusal` means that a retry would fail too. */
export class MonobankError extends Error {
  override name = 'MonobankError';
  readonly isRefusal: boolean;

  constructor(message: string, { isRefusal = false, cause }: { isRefusal?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isRefusal = isRefusal;
  }
}

/** The calls of the API that the site needs. All of them reject with MonobankError. */
export interface Monobank {
  /** Creates the invoice of an order, which can be paid at `pageUrl`. */
  createInvoice(orderId: string, invoice: NewInvoice): Promise<CreatedInvoice>;
  readStatus(invoiceId: string): Promise<PaymentReport>;
  /**
   * Requests a refund of the remaining amount. The provider reports the state `reversed` later. `orderId` becomes the
   * provider's external reference of the refund.
   */
  requestRefund(invoiceId: string, orderId: string): Promise<void>;
  /** Cancels an unpaid invoice. */
  cancelInvoice(invoiceId: string): Promise<void>;
  /** Fetches the public key, in PEM, that verifies reports. */
  readPublicKey(): Promise<string>;
}

/** This timeout is shorter than the 10 s that the site waits for the backend. */
const timeoutMs = 8000;
const maxAnswerBytes = 256 * 1024;
/** After these statuses a retry may succeed: 401 and 403 mean a wrong token, which the operator can correct. */
const temporaryStatuses = [401, 403, 408, 429];

/** Builds the request body for Monobank's API. The reference contains the order id, because reports repeat it. */
function bodyOf(orderId: string, invoice: NewInvoice) {
  const { merchantPaymInfo, redirectUrl } = invoice;
  const reference = { ...parseReference(merchantPaymInfo.reference), order: orderId };
  return {
    ...invoice,
    merchantPaymInfo: {
      ...merchantPaymInfo,
      reference: JSON.stringify(reference),
      basketOrder: merchantPaymInfo.basketOrder.map((line) => ({ ...line, total: line.qty * line.sum })),
    },
    redirectUrl: withOrder(redirectUrl, orderId),
    webHookUrl: webhookUrlFor(redirectUrl),
  };
}

/**
 * Whether an error of this status is permanent. A 4xx of another server, such as the page of a proxy, does not mean that
 * an invoice is unknown, so the body must be an error of the API. `bytes` is null for a body that was too long.
 */
function isPermanent(status: number, bytes: Buffer | null): boolean {
  if (status < 400 || status >= 500 || temporaryStatuses.includes(status)) return false;
  return bytes !== null && check(parseJson(bytes.toString()), ErrorAnswer)[0] === null;
}

/** Shortens the API's error message to one line for the log. */
const reasonOf = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 200);

/** Creates the calls to the API of Monobank. They reject when it answers with an error, or not within 8 s. */
export function createMonobank({ url, token }: MonobankAccess): Monobank {
  async function call(path: string, body?: unknown): Promise<unknown> {
    let answer: Response;
    let bytes: Buffer | null;
    try {
      answer = await fetch(new URL(path, url), {
        method: body === undefined ? 'GET' : 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'x-token': token, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      bytes = await readLimited(answer.body ?? [], maxAnswerBytes);
    } catch (cause) {
      throw new MonobankError(`the payment provider did not answer (${String(cause)})`, { cause });
    }
    if (!answer.ok)
      throw new MonobankError(
        `the payment provider answered ${answer.status}: ${reasonOf(bytes?.toString() ?? 'too long')}`,
        { isRefusal: isPermanent(answer.status, bytes) },
      );
    if (bytes === null) throw new MonobankError('the payment provider’s answer is too long');
    try {
      return bytes.length === 0 ? {} : JSON.parse(bytes.toString());
    } catch (cause) {
      throw new MonobankError('the payment provider’s answer is no JSON', { cause });
    }
  }

  async function request<T>(contract: Struct<T, unknown>, path: string, body?: unknown): Promise<T> {
    const [errors, value] = check(await call(path, body), contract);
    if (errors)
      throw new MonobankError(`the payment provider’s answer cannot be used: ${Object.keys(errors).join(', ')}`);
    return value;
  }

  return {
    createInvoice: (orderId, invoice) =>
      request(CreatedInvoice, '/api/merchant/invoice/create', bodyOf(orderId, invoice)),
    readStatus: (invoiceId) =>
      request(PaymentReport, addressOf('/api/merchant/invoice/status', {}, { query: { invoiceId } })),
    async requestRefund(invoiceId, orderId) {
      const body = { invoiceId, extRef: orderId };
      const { status } = await request(CancelAnswer, '/api/merchant/invoice/cancel', body);
      if (status === 'failure')
        throw new MonobankError('the payment provider has declined the refund', { isRefusal: true });
    },
    async cancelInvoice(invoiceId) {
      await call('/api/merchant/invoice/remove', { invoiceId });
    },
    async readPublicKey() {
      const { key } = await request(PublicKey, '/api/merchant/pubkey');
      return Buffer.from(key, 'base64').toString();
    },
  };
}
