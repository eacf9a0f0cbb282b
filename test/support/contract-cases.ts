import { randomUUID } from 'node:crypto';
import { exampleOf } from './backend-readme.ts';

/** The feature that a case needs besides a backend. */
export type Need = 'token' | 'sandbox' | 'payments' | 'off';

export interface Case {
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
export const invoice = exampleOf('invoice-request') as object;
const webhook = exampleOf('webhook-request') as object;
export const create = '/api/monopay/invoice/create';

/** In this order: the 422 of a key needs the request before it. */
export const cases: Case[] = [
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
