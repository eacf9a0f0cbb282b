import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { startEmbeddedBackend, type EmbeddedBackend } from '#server/embedded/backend.ts';
import { seedItems } from '#server/embedded/news-seed.ts';
import { backendSettings, backendToken } from '../../../support/backend-settings.ts';
import { documentedStatuses, exampleOf } from '../../../support/backend-readme.ts';

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

interface Case {
  /** The heading of the README. */
  call: string;
  path: string;
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** The example that the answer has the shape of; none where only fields that are always there are compared. */
  answer?: string;
}

const withToken = { 'x-token': backendToken };
const withKey = (key: string) => ({ 'idempotency-key': key });
const error = 'error-answer';
const ok = 'ok-answer';
const [article] = seedItems;
const comments = `/api/news/${article?.id}/comments`;
const comment = exampleOf('comment-request') as object;
const contact = exampleOf('contact-request') as object;
const trial = exampleOf('trial-request') as object;
const invoice = exampleOf('invoice-request') as object;
const create = '/api/monopay/invoice/create';

/** In this order: the 422 of a key needs the request before it. `{invoice}` is the id of an invoice that is there. */
const cases: Case[] = [
  { call: 'GET /api/news', path: '/api/news', status: 200 },
  { call: 'GET /api/news', path: `/api/news?category=${encodeURIComponent('No such')}`, status: 200 },
  { call: 'GET /api/news/featured', path: '/api/news/featured', status: 200 },
  { call: 'GET /api/news/categories', path: '/api/news/categories', status: 200, answer: 'category-list' },
  { call: 'GET /api/news/{slug}', path: `/api/news/${article?.slug}`, status: 200 },
  { call: 'GET /api/news/{slug}', path: '/api/news/no-such-article', status: 404, answer: error },
  ...[
    { status: 201, body: comment, headers: withKey('c'), answer: 'comment-answer' },
    { status: 201, body: comment, headers: withKey('c'), answer: 'comment-answer' },
    { status: 202, body: { ...comment, honeypot: 'x' }, answer: 'comment-answer' },
    { status: 422, body: { ...comment, content: 'Another' }, headers: withKey('c'), answer: error },
    { status: 400, body: { author: 'Olha' }, answer: error },
    { status: 400, body: comment, headers: withKey('two words'), answer: error },
  ].map((rest) => ({ call: 'POST /api/news/{id}/comments', path: comments, ...rest })),
  { call: 'POST /api/news/{id}/comments', path: '/api/news/no/comments', status: 404, body: comment, answer: error },
  { call: 'GET /api/news/{id}/comments', path: comments, status: 200, answer: 'comment-list' },
  { call: 'GET /api/news/{id}/comments', path: '/api/news/no/comments', status: 200 },
  ...[
    { status: 200, body: contact, headers: withKey('m'), answer: ok },
    // The same message from a form that was opened again.
    { status: 200, body: { ...contact, timestamp: 1 }, headers: withKey('m'), answer: ok },
    { status: 200, body: exampleOf('contact-request-with-attachment'), answer: ok },
    { status: 422, body: exampleOf('contact-request-with-attachment'), headers: withKey('m'), answer: error },
    { status: 400, body: { ...contact, email: 'nobody' }, answer: error },
  ].map((rest) => ({ call: 'POST /api/contact', path: '/api/contact', ...rest })),
  ...[
    { status: 200, body: trial, headers: { ...withToken, ...withKey('t') }, answer: ok },
    { status: 200, body: trial, headers: withToken, answer: ok },
    { status: 422, body: { ...trial, machine_id: 'X' }, headers: { ...withToken, ...withKey('t') }, answer: error },
    { status: 400, body: { machine_id: 'X' }, headers: withToken, answer: error },
    { status: 401, body: trial, answer: error },
    { status: 401, body: trial, headers: { 'x-token': 'wrong' }, answer: error },
  ].map((rest) => ({ call: 'POST /api/trial/start', path: '/api/trial/start', ...rest })),
  ...[
    { status: 200, body: invoice, headers: withKey('i'), answer: 'invoice-answer' },
    { status: 422, body: { ...invoice, amount: 1 }, headers: withKey('i'), answer: error },
    { status: 400, body: { ...invoice, amount: 0 }, answer: error },
  ].map((rest) => ({ call: 'POST /api/monopay/invoice/create', path: create, ...rest })),
  ...[
    { path: '/sandbox/pay/{invoice}', status: 200, answer: 'sandbox-answer' },
    { path: '/sandbox/pay/nobody', status: 404, answer: error },
  ].map((rest) => ({ call: 'GET /sandbox/pay/{id}', ...rest })),
  ...[
    { body: { decision: 'decline' }, headers: withKey('d'), status: 200, answer: 'sandbox-answer' },
    { body: { decision: 'approve' }, headers: withKey('d'), status: 422, answer: error },
    { body: exampleOf('decision-request'), status: 200, answer: 'sandbox-answer' },
    { body: { decision: 'perhaps' }, status: 400, answer: error },
    { path: '/sandbox/pay/nobody', body: exampleOf('decision-request'), status: 404, answer: error },
  ].map((rest) => ({ call: 'POST /sandbox/pay/{id}', path: '/sandbox/pay/{invoice}', ...rest })),
  ...[
    { body: { ...(exampleOf('webhook-request') as object), invoiceId: '{invoice}' }, status: 200, answer: ok },
    { body: exampleOf('webhook-request'), status: 404, answer: error },
    { body: { invoiceId: '{invoice}' }, status: 400, answer: error },
  ].map((rest) => ({ call: 'POST /api/monopay/webhook', path: '/api/monopay/webhook', ...rest })),
];

describe('the embedded backend answers as server/backend/README.md says', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'contract-'));
  let backend: EmbeddedBackend;
  let invoiceId = '';

  const send = ({ call, path, body, headers }: Omit<Case, 'status'>) =>
    fetch(backend.origin + path.replace('{invoice}', invoiceId), {
      method: call.split(' ')[0],
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body).replace('{invoice}', invoiceId) }),
    });

  before(async () => {
    const log = pino({ level: 'silent' });
    backend = await startEmbeddedBackend({ settings: backendSettings({ dataDir }), log });
    const answer = await send({ call: 'POST', path: create, body: invoice });
    ({ invoiceId } = (await answer.json()) as { invoiceId: string });
  });
  after(async () => {
    await backend.close();
    rmSync(dataDir, { recursive: true });
  });

  for (const [position, one] of cases.entries())
    it(`${position + 1}. ${one.call}: ${one.status}`, async () => {
      const answer = await send(one);
      const body = (await answer.json()) as unknown;
      assert.equal(answer.status, one.status, JSON.stringify(body));
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      if (one.answer) assert.deepEqual(shapeOf(body), shapeOf(exampleOf(one.answer)));
    });

  it('to every call with every status of its table, and to no other', () => {
    const tested = new Map<string, number[]>();
    for (const { call, status } of cases) tested.set(call, [...new Set([...(tested.get(call) ?? []), status])].sort());
    const sorted = (map: Map<string, number[]>) => [...map].sort(([one], [other]) => one.localeCompare(other));
    assert.deepEqual(sorted(tested), sorted(documentedStatuses));
  });

  it('lists articles newest first, those of a category alone where one is named', async () => {
    const read = async (path: string) =>
      (await (await send({ call: 'GET', path })).json()) as { date: string; category: string }[];
    const dates = (await read('/api/news')).map(({ date }) => date);
    assert.deepEqual(dates, dates.toSorted().toReversed());
    const ofCategory = await read(`/api/news?category=${encodeURIComponent(article?.category ?? '')}`);
    assert.ok(ofCategory.length > 0);
    assert.ok(ofCategory.every(({ category }) => category === article?.category));
  });
});
