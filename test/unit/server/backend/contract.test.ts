import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { array, type Struct } from 'superstruct';
import { TrialRequest } from '#shared/contracts/activation.ts';
import { check } from '#shared/contracts/check.ts';
import { ContactCall } from '#shared/contracts/contact.ts';
import { Category, Comment, CommentCall, NewComment, NewsItem } from '#shared/contracts/news.ts';
import { Order } from '#shared/contracts/order.ts';
import { SandboxInvoice } from '#shared/contracts/sandbox.ts';
import { idempotencyKeyMs } from '#server/embedded/storage/idempotent-write.ts';
import { Decision, NewInvoice, PaymentReport } from '#server/embedded/payments/invoice.ts';
import { examples, exampleOf, jsonBlocks, readme } from '../../../support/backend-readme.ts';
import { contactFormData, goodMessage, pdf } from '../../../support/contact.ts';
import { form, json } from '../../../support/posts.ts';
import { serve } from '../../../support/serve.ts';

type Shape = Struct<never, unknown>;

/** The contract of each example that has one. */
const contracts: Record<string, unknown> = {
  'news-list': array(NewsItem),
  'category-list': array(Category),
  'comment-list': array(Comment),
  'comment-request': CommentCall,
  'comment-answer': Comment,
  'contact-request': ContactCall,
  'contact-request-with-attachment': ContactCall,
  'trial-request': TrialRequest,
  'invoice-request': NewInvoice,
  'webhook-request': PaymentReport,
  'order-answer': Order,
  'sandbox-answer': SandboxInvoice,
  'decision-request': Decision,
};

/** Answers that the site reads one field of, and that have no contract. */
const withoutContract = {
  'error-answer': ['error'],
  'ok-answer': ['status'],
  'invoice-answer': ['invoiceId', 'pageUrl'],
  'changes-answer': ['last'],
};

/** Fields of a contract that the README leaves out on purpose. */
const leftOut: Record<string, string[]> = {
  'comment-request': ['honeypot'],
  'contact-request': ['attachment'],
  // Fields of some reports alone.
  'webhook-request': ['failureReason', 'reference'],
};

/** The names of all fields, such as `merchantPaymInfo.basketOrder[].qty`. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((entry) => fieldsOf(entry, `${path}[]`)))];
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, path ? `${path}.${name}` : name));
}

/** The names of all fields that a contract knows. */
function fieldsOfContract(contract: unknown, path = ''): string[] {
  const { type, schema } = contract as { type: string; schema: unknown };
  if (type === 'array' && schema) return fieldsOfContract(schema, `${path}[]`);
  if (type !== 'object' && type !== 'type') return [path];
  if (schema === null) return [path];
  return Object.entries(schema as object).flatMap(([name, inner]) =>
    fieldsOfContract(inner, path ? `${path}.${name}` : name),
  );
}

describe('the examples of server/backend/README.md', () => {
  it('all have a name, and a contract or a known shape', () => {
    assert.equal(examples.size, jsonBlocks);
    assert.deepEqual([...examples.keys()].sort(), [...Object.keys(contracts), ...Object.keys(withoutContract)].sort());
    for (const [name, fields] of Object.entries(withoutContract)) assert.deepEqual(fieldsOf(exampleOf(name)), fields);
  });

  for (const [name, contract] of Object.entries(contracts)) {
    it(`${name} satisfies its contract`, () => {
      const [errors] = check(exampleOf(name), contract as Shape);
      assert.equal(errors, null);
    });

    it(`${name} shows every field of its contract, and no other`, () => {
      const known = fieldsOfContract(contract).filter((field) => !leftOut[name]?.includes(field.split('.')[0] ?? ''));
      assert.deepEqual(fieldsOf(exampleOf(name)).sort(), known.sort());
    });
  }

  it('fail the comparison when a field is missing', () => {
    const { author: _, ...rest } = exampleOf('comment-request') as { author: string; content: string };
    assert.notEqual(check(rest, NewComment)[0], null);
    assert.notDeepEqual(fieldsOf(rest).sort(), fieldsOfContract(NewComment).sort());
  });
});

/** The calls of the site that only the embedded backend answers. */
const onlyEmbedded = ['/visits', '/desk'];

it('the README has a section for each address that the site calls', () => {
  const root = join(import.meta.dirname, '../../../..');
  const folders = 'activation,backend,comments,contact,news,page-views';
  const named = globSync(`server/{${folders}}/*.ts`, { cwd: root })
    .filter((file) => !file.endsWith('-api.ts'))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/'(\/(?:api|sandbox|visits)[^'?#]*)'/g)])
    .map(([, path = '']) => path.replaceAll(/:(\w+)/g, '{$1}'));
  const paths = [...new Set(named)].filter((path) => !onlyEmbedded.includes(path));
  assert.ok(paths.length >= 8, paths.join());
  const described = [...readme.matchAll(/^### (?:GET|POST) (\S+)$/gm)].map(([, path]) => path);
  for (const path of paths) assert.ok(described.includes(path), path);
});

it('the README names the time for which keys are stored', () => {
  assert.match(readme, new RegExp(`after ${idempotencyKeyMs / 3_600_000} hours`));
});

describe('a request of the site', () => {
  const activation = exampleOf('trial-request') as { machine_id: string; email: string };
  const posts = [
    ['comment-request', '/api/news/1/comments', json({ author: ' Olha ', content: 'Thank you' })],
    ['contact-request', '/api/contact', json({ ...goodMessage(), topic: 'general' })],
    ['contact-request-with-attachment', '/api/contact', form(contactFormData({}, { content: pdf() }))],
    ['trial-request', '/api/trial/start', json(activation)],
    ['invoice-request', '/api/monopay/invoice/create', json({ ...activation, plan: 'yearly', language: 'en' })],
  ] as const;
  for (const [name, path, post] of posts)
    it(`is documented as ${name}`, async (t) => {
      const { get, backend } = await serve(t);
      const { status } = await get(path, post);
      assert.ok(status < 300, `${status}`);
      const [[sentTo, body] = []] = backend.sent;
      assert.equal(sentTo, path);
      assert.deepEqual(fieldsOf(body).sort(), fieldsOf(exampleOf(name)).sort());
      assert.equal(check(body, contracts[name] as Shape)[0], null);
      const headers = backend.headers.at(-1) ?? {};
      assert.equal('x-token' in headers, name === 'trial-request', 'X-Token on the start of a trial only');
    });
});
