import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import type { PostAnswer } from '#shared/api.ts';
import type { Topic } from '#shared/contact-limits.ts';
import { createContactStore } from '#client/pages/contacts/contact-store.ts';
import '../../../support/reported-errors.ts';

interface Typed {
  firstName: string;
  lastName: string;
  email: string;
  message: string;
  privacyTerms: boolean;
}
type Action =
  | { type: 'type'; name: keyof Typed; value: string | boolean }
  | { type: 'fill'; values: Typed }
  | { type: 'submit' }
  | { type: 'answer'; answer: PostAnswer | 'reject' }
  | { type: 'cancel' }
  | { type: 'select'; topic: Topic };

const empty: Typed = { firstName: '', lastName: '', email: '', message: '', privacyTerms: false };
const name = fc.constantFrom('Olha', 'Ivan', 'Ю', '');
const email = fc.constantFrom('olha@example.com', 'ivan@example.com', 'a@.b');
const message = fc.constantFrom('We need a harbour pilot.', 'Another letter', 'short');

const typing = fc.oneof(
  fc.record({ name: fc.constantFrom('firstName' as const, 'lastName' as const), value: name }),
  fc.record({ name: fc.constant('email' as const), value: email }),
  fc.record({ name: fc.constant('message' as const), value: message }),
  fc.record({ name: fc.constant('privacyTerms' as const), value: fc.boolean() }),
);
const valid = fc.record({
  firstName: fc.constantFrom('Olha', 'Ivan'),
  lastName: fc.constantFrom('Kovalenko', 'Franko'),
  email: fc.constantFrom('olha@example.com', 'ivan@example.com'),
  message: fc.constantFrom('We need a harbour pilot.', 'Another letter'),
  privacyTerms: fc.constant(true),
});
const answer = fc.constantFrom<PostAnswer | 'reject'>(
  { status: 200 },
  { status: 500 },
  { status: 400, errors: { message: 'messageMin' } },
  { status: 0 },
  'reject',
);

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: typing.map((typed) => ({ type: 'type' as const, ...typed })) },
  { weight: 4, arbitrary: valid.map((values) => ({ type: 'fill' as const, values })) },
  { weight: 5, arbitrary: fc.constant({ type: 'submit' as const }) },
  { weight: 4, arbitrary: answer.map((result) => ({ type: 'answer' as const, answer: result })) },
  { weight: 1, arbitrary: fc.constant({ type: 'cancel' as const }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('general' as const, 'legal' as const)
      .map((topic) => ({ type: 'select' as const, topic })),
  },
);

interface Attempt {
  key: string;
  content: string;
  openedAt: number;
  settle(result: PostAnswer | 'reject'): void;
  result?: PostAnswer | 'reject' | 'cancelled';
}

/** A contact form over a connection whose answers are given by the test. */
function openForm() {
  const attempts: Attempt[] = [];
  let now = 1_700_000_000_000;
  const form = createContactStore({
    topic: 'general',
    draft: { read: () => null, save: () => undefined },
    notify: () => undefined,
    now: () => (now += 10_000),
    send: (_path, data, { idempotencyKey, signal }) =>
      new Promise((resolve, reject) => {
        // The time when the form was opened is no content: the backend compares posts without it.
        const { timestamp: openedAt, ...content } = Object.fromEntries(data);
        const attempt: Attempt = {
          key: idempotencyKey,
          content: JSON.stringify(content),
          openedAt: Number(openedAt),
          settle(result) {
            attempt.result = result;
            if (result === 'reject') reject(new Error('strange'));
            else resolve(result);
          },
        };
        signal.addEventListener('abort', () => {
          attempt.result = 'cancelled';
          reject(new DOMException('cancelled', 'AbortError'));
        });
        attempts.push(attempt);
      }),
  });
  form.mount(true);
  return { form, attempts };
}

/** Does the actions with a form and, as simply as possible, with a model of what its fields have to say. */
async function run(actions: readonly Action[]): Promise<Attempt[]> {
  const { form, attempts } = openForm();
  const inFlight = () => attempts.filter(({ result }) => result === undefined);
  let expected: Typed = empty;
  let typedSince = new Set<keyof Typed>();

  function type<Name extends keyof Typed>(field: Name, value: Typed[Name]): void {
    form.change(field, value as never);
    expected = { ...expected, [field]: value };
    typedSince.add(field);
  }

  for (const step of actions) {
    const before = attempts.length;
    const [sending] = inFlight();
    if (step.type === 'type') type(step.name, step.value as never);
    if (step.type === 'fill')
      for (const field of Object.keys(empty) as (keyof Typed)[]) type(field, step.values[field] as never);
    if (step.type === 'submit') void form.submit('');
    if (step.type === 'cancel') form.cancel();
    if (step.type === 'answer') sending?.settle(step.answer);
    if (step.type === 'select') {
      if (!sending && step.topic !== form.topic.peek()) expected = empty;
      form.select(step.topic);
    }
    await setImmediate();
    if (attempts.length > before) typedSince = new Set();
    if (step.type === 'answer' && sending && step.answer !== 'reject' && step.answer.status === 200) {
      for (const field of Object.keys(empty) as (keyof Typed)[]) {
        if (!typedSince.has(field)) expected = { ...expected, [field]: empty[field] };
      }
    }
    const { attachment: _, ...values } = form.values.peek();
    assert.deepEqual(values, expected, JSON.stringify(step));
    assert.ok(inFlight().length <= 1, 'two attempts at once');
    assert.equal(form.sending.peek(), inFlight().length === 1);
  }
  return attempts;
}

describe('a form', () => {
  it('loses no typed value, sends once at a time, and has one key for one content', async () => {
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 40 }), async (actions) => {
        const attempts = await run(actions);
        sent += attempts.length;
        for (const [position, { key, content, openedAt, result }] of attempts.entries()) {
          const succeeded = result !== undefined && typeof result === 'object' && result.status === 200;
          for (const later of attempts.slice(position + 1)) {
            if (later.key !== key) continue;
            assert.equal(later.content, content, 'a key with another content');
            assert.ok(!succeeded, 'a key that had succeeded');
          }
          const next = attempts[position + 1];
          const isRetry = next?.content === content && next.openedAt === openedAt && !succeeded;
          if (isRetry) assert.equal(next.key, key, 'a retry with another key');
        }
      }),
      { numRuns: 150 },
    );
    assert.ok(sent > 300, `the actions sent ${sent} times: too few to prove anything`);
  });
});
