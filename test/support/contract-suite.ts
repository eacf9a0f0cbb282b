import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { documentedStatuses, exampleOf } from './backend-readme.ts';
import type { Cleanup } from './process.ts';

/** The backend that the suite runs against. */
interface ContractTarget {
  origin: string;
  /** The token of `POST /api/trial/start`; null if it is not known. */
  token: string | null;
  /** The same backend with payments turned off; null for a backend that cannot be started twice. */
  offOrigin: string | null;
  /** Whether it stands in for the payment provider too. */
  isSandbox: boolean;
}

/** The type of every field: two answers of one shape are equal in this. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? [shapeOf(value[0])] : [];
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, shapeOf(inner)] as const)
      .sort(([one], [other]) => one.localeCompare(other)),
  );
}

/** The feature that a case needs besides a backend. */
type Need = 'token' | 'sandbox' | 'payments' | 'off';

interface Case {
  /** The heading of the README. */
  call: string;
  /** `{id}`, `{slug}` and `{invoice}` are those of an article and of an invoice that are there. */
  path: string;
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** The example that the answer has the shape of; none where only fields that are always there are compared. */
  answer?: string;
  needs?: Need;
}

/** A key of this run: a backend remembers those of the last one for a day. */
const run = randomUUID();
const withKey = (key: string) => ({ 'idempotency-key': `${run}-${key}` });
const withToken = { 'x-token': '{token}' };
const forged = { 'x-sign': Buffer.from('forged').toString('base64') };
const error = 'error-answer';
const ok = 'ok-answer';
const comment = exampleOf('comment-request') as object;
const contact = exampleOf('contact-request') as object;
const withFile = exampleOf('contact-request-with-attachment');
const trial = exampleOf('trial-request') as object;
const invoice = exampleOf('invoice-request') as object;
const webhook = exampleOf('webhook-request') as object;
const create = '/api/monopay/invoice/create';

/** In this order: the 422 of a key needs the request before it. */
const cases: Case[] = [
  { call: 'GET /api/news', path: '/api/news', status: 200 },
  { call: 'GET /api/news', path: `/api/news?category=${encodeURIComponent('No such')}`, status: 200 },
  { call: 'GET /api/news/featured', path: '/api/news/featured', status: 200 },
  { call: 'GET /api/news/categories', path: '/api/news/categories', status: 200, answer: 'category-list' },
  { call: 'GET /api/news/{slug}', path: '/api/news/{slug}', status: 200 },
  { call: 'GET /api/news/{slug}', path: '/api/news/no-such-article', status: 404, answer: error },
  ...[
    { status: 201, body: comment, headers: withKey('c'), answer: 'comment-answer' },
    { status: 201, body: comment, headers: withKey('c'), answer: 'comment-answer' },
    { status: 202, body: { ...comment, honeypot: 'x' }, answer: 'comment-answer' },
    { status: 422, body: { ...comment, content: 'Another' }, headers: withKey('c'), answer: error },
    { status: 400, body: { author: 'Olha' }, answer: error },
    { status: 400, body: comment, headers: { 'idempotency-key': 'two words' }, answer: error },
  ].map((rest) => ({ call: 'POST /api/news/{id}/comments', path: '/api/news/{id}/comments', ...rest })),
  { call: 'POST /api/news/{id}/comments', path: '/api/news/no/comments', status: 404, body: comment, answer: error },
  { call: 'GET /api/news/{id}/comments', path: '/api/news/{id}/comments', status: 200, answer: 'comment-list' },
  { call: 'GET /api/news/{id}/comments', path: '/api/news/no/comments', status: 200 },
  ...[
    { status: 200, body: contact, headers: withKey('m'), answer: ok },
    // The same message from a form that was opened again.
    { status: 200, body: { ...contact, timestamp: 1 }, headers: withKey('m'), answer: ok },
    { status: 200, body: withFile, answer: ok },
    { status: 422, body: withFile, headers: withKey('m'), answer: error },
    { status: 400, body: { ...contact, email: 'nobody' }, answer: error },
  ].map((rest) => ({ call: 'POST /api/contact', path: '/api/contact', ...rest })),
  ...[
    { status: 200, body: trial, headers: { ...withToken, ...withKey('t') }, answer: ok, needs: 'token' as const },
    { status: 200, body: trial, headers: withToken, answer: ok, needs: 'token' as const },
    {
      status: 422,
      body: { ...trial, machine_id: 'X' },
      headers: { ...withToken, ...withKey('t') },
      answer: error,
      needs: 'token' as const,
    },
    { status: 400, body: { machine_id: 'X' }, headers: withToken, answer: error, needs: 'token' as const },
    { status: 401, body: trial, answer: error },
    { status: 401, body: trial, headers: { 'x-token': 'wrong' }, answer: error },
  ].map((rest) => ({ call: 'POST /api/trial/start', path: '/api/trial/start', ...rest })),
  ...[
    { status: 200, body: invoice, headers: withKey('i'), answer: 'invoice-answer', needs: 'payments' as const },
    { status: 422, body: { ...invoice, amount: 1 }, headers: withKey('i'), answer: error, needs: 'payments' as const },
    { status: 400, body: { ...invoice, amount: 0 }, answer: error },
    { status: 403, body: invoice, answer: error, needs: 'off' as const },
  ].map((rest) => ({ call: 'POST /api/monopay/invoice/create', path: create, ...rest })),
  ...[
    { path: '/api/orders/{invoice}', status: 200, needs: 'sandbox' as const },
    { path: '/api/orders/no-such-order', status: 404, answer: error },
  ].map((rest) => ({ call: 'GET /api/orders/{id}', ...rest })),
  {
    call: 'GET /api/news-changes',
    path: '/api/news-changes',
    status: 200,
    answer: 'changes-answer',
    // Only the embedded backend has the sandbox.
    needs: 'sandbox',
  },
  ...[
    { path: '/sandbox/pay/{invoice}', status: 200, answer: 'sandbox-answer' },
    { path: '/sandbox/pay/nobody', status: 404, answer: error },
  ].map((rest) => ({ call: 'GET /sandbox/pay/{id}', needs: 'sandbox' as const, ...rest })),
  ...[
    { body: { decision: 'decline' }, headers: withKey('d'), status: 200, answer: 'sandbox-answer' },
    { body: { decision: 'approve' }, headers: withKey('d'), status: 422, answer: error },
    { body: exampleOf('decision-request'), status: 200, answer: 'sandbox-answer' },
    { body: { decision: 'perhaps' }, status: 400, answer: error },
    { path: '/sandbox/pay/nobody', body: exampleOf('decision-request'), status: 404, answer: error },
  ].map((rest) => ({
    call: 'POST /sandbox/pay/{id}',
    path: '/sandbox/pay/{invoice}',
    needs: 'sandbox' as const,
    ...rest,
  })),
  {
    call: 'GET /api/orders/{id}',
    path: '/api/orders/{invoice}',
    status: 200,
    answer: 'order-answer',
    needs: 'sandbox',
  },
  ...[
    { body: { ...webhook, invoiceId: '{invoice}' }, status: 200, answer: ok, needs: 'sandbox' as const },
    { body: webhook, status: 404, answer: error, needs: 'sandbox' as const },
    { body: { invoiceId: '{invoice}' }, status: 400, answer: error, needs: 'sandbox' as const },
    { body: webhook, headers: forged, status: 401, answer: error },
  ].map((rest) => ({ call: 'POST /api/monopay/webhook', path: '/api/monopay/webhook', ...rest })),
];

type Known = Record<'id' | 'slug' | 'invoice' | 'token', string>;

/**
 * Every call of server/backend/README.md with every status of its table, against any backend. It stores a comment,
 * messages, a trial and an invoice there. Calls that a backend does not have are skipped, with a message.
 */
export function describeContract(name: string, open: (t: Cleanup) => Promise<ContractTarget>): void {
  describe(name, () => {
    let target: ContractTarget;
    const known: Known = { id: '', slug: '', invoice: '', token: '' };
    let takesPayments = true;
    const endings: (() => unknown)[] = [];

    const fill = (text: string) => text.replace(/\{(id|slug|invoice|token)\}/g, (_, key: keyof Known) => known[key]);

    const send = ({ call, path, body, headers = {}, needs }: Omit<Case, 'status'>) =>
      fetch((needs === 'off' ? String(target.offOrigin) : target.origin) + fill(path), {
        method: call.split(' ')[0],
        headers: {
          'content-type': 'application/json',
          ...Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, fill(value)])),
        },
        ...(body !== undefined && { body: fill(JSON.stringify(body)) }),
      });

    const missing = (need: Need | undefined): string | null => {
      if (need === 'token' && target.token === null) return 'BACKEND_TOKEN is not set';
      if (need === 'sandbox' && !target.isSandbox) return 'it is no sandbox';
      if (need === 'payments' && !takesPayments) return 'it takes no payments';
      return need === 'off' && target.offOrigin === null ? 'it takes payments' : null;
    };

    before(async () => {
      target = await open({ after: (end) => void endings.push(end) });
      known.token = target.token ?? '';
      const list = (await (await send({ call: 'GET', path: '/api/news' })).json()) as { id: string; slug: string }[];
      const [article] = list;
      assert.ok(article, 'the backend has an article');
      Object.assign(known, { id: article.id, slug: article.slug });
      const answer = await send({ call: 'POST', path: create, body: invoice });
      takesPayments = answer.status !== 403;
      known.invoice = ((await answer.json()) as { invoiceId?: string }).invoiceId ?? '';
    });

    after(async () => {
      for (const end of endings.reverse()) await end();
    });

    for (const [position, one] of cases.entries())
      it(`${position + 1}. ${one.call}: ${one.status}`, async (t) => {
        const why = missing(one.needs);
        if (why !== null) return t.skip(why);
        const answer = await send(one);
        const body = (await answer.json()) as unknown;
        assert.equal(answer.status, one.status, JSON.stringify(body));
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
        if (one.answer) assert.deepEqual(shapeOf(body), shapeOf(exampleOf(one.answer)));
      });

    it('lists articles newest first, those of a category alone where one is named', async () => {
      const read = async (path: string) =>
        (await (await send({ call: 'GET', path })).json()) as { date: string; category: string }[];
      const all = await read('/api/news');
      const dates = all.map(({ date }) => Date.parse(date));
      assert.deepEqual(
        dates,
        dates.toSorted((one, other) => other - one),
      );
      const category = all[0]?.category ?? '';
      const ofCategory = await read(`/api/news?category=${encodeURIComponent(category)}`);
      assert.ok(ofCategory.length > 0);
      assert.ok(ofCategory.every((article) => article.category === category));
    });

    it('lists a part of the articles where it knows parts, and else all of them', async () => {
      const ask = (range: string) => send({ call: 'GET', path: '/api/news', headers: { range } });
      const all = (await (await send({ call: 'GET', path: '/api/news' })).json()) as unknown[];
      const part = await ask('items=1-2');
      const list = (await part.json()) as unknown[];
      if (part.status === 200) return assert.deepEqual(list, all);
      assert.equal(part.status, 206);
      assert.deepEqual(list, all.slice(1, 3));
      assert.equal(part.headers.get('content-range'), `items 1-2/${all.length}`);
      const beyond = await ask(`items=${all.length}-${all.length + 9}`);
      assert.equal(beyond.status, 416);
      assert.equal(beyond.headers.get('content-range'), `items */${all.length}`);
      assert.equal((await ask('bytes=0-9')).status, 200);
    });

    it('lists the last comments where it knows parts, and else all of them', async () => {
      const ask = (range?: string) =>
        send({ call: 'GET', path: '/api/news/{id}/comments', ...(range && { headers: { range } }) });
      const all = (await (await ask()).json()) as unknown[];
      const part = await ask('items=-1');
      const list = (await part.json()) as unknown[];
      if (part.status === 200) return assert.deepEqual(list, all);
      assert.equal(part.status, 206);
      assert.deepEqual(list, all.slice(-1));
      assert.equal(part.headers.get('content-range'), `items ${all.length - 1}-${all.length - 1}/${all.length}`);
    });
  });

  it('the contract has a case for every call with every status of its table, and for no other', () => {
    const tested = new Map<string, number[]>();
    for (const { call, status } of cases) tested.set(call, [...new Set([...(tested.get(call) ?? []), status])].sort());
    const sorted = (map: Map<string, number[]>) => [...map].sort(([one], [other]) => one.localeCompare(other));
    assert.deepEqual(sorted(tested), sorted(documentedStatuses));
  });
}
