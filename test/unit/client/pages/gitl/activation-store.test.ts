import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer, PostOptions } from '#shared/api.ts';
import type { Language } from '#shared/languages.ts';
import { readErrors } from '#client/lib/response-errors.ts';
import { createActivation, type Activation } from '#client/pages/gitl/activation-store.ts';
import type { ActivationValues } from '#client/pages/gitl/activation-rules.ts';
import { replaceProperty } from '../../../../support/replace-property.ts';

const empty: ActivationValues = { plan: null, machine_id: '', email: '' };
const filled: ActivationValues = { plan: 'monthly', machine_id: ' 7F3A ', email: ' Marta@Steppe.example ' };
const answerOf = (status: number, body?: unknown): Answer => ({
  ok: status >= 200 && status < 300,
  status,
  ...readErrors(body),
  body,
});

function open(
  values: ActivationValues,
  answer: Answer | Promise<Answer> = answerOf(200, {
    status: 'ok',
    pageUrl: 'https://pay.example/1',
  }),
  language: Language = 'en',
) {
  const sent: unknown[] = [];
  const keys: (string | undefined)[] = [];
  const call = (request: unknown, options?: PostOptions) => {
    sent.push(request);
    keys.push(options?.idempotencyKey);
    return Promise.resolve(answer);
  };
  const activation = createActivation(
    { startTrial: call, createInvoice: call },
    { values, errors: {}, failure: null, status: 'idle' },
    { origin: () => 'http://localhost:3000', language: () => language },
  );
  return { activation, sent, keys };
}

/** The message above the form. */
function shown({ status, processing, submitError }: Activation) {
  if (status.value === 'sent' && !processing.value) return { started: true };
  return submitError.value;
}

describe('the activation form', () => {
  it('is ready with a plan, a machine identifier and a valid e-mail', () => {
    const { activation } = open(empty);
    assert.equal(activation.ready.value, false);
    activation.choosePlan('trial');
    activation.fields.machine_id.change('  ');
    activation.fields.email.change('marta@steppe.example');
    assert.equal(activation.ready.value, false);
    activation.fields.machine_id.change('7F3A');
    assert.equal(activation.ready.value, true);
    activation.fields.email.change('marta@steppe');
    assert.equal(activation.ready.value, false);
  });

  it('shows the missing fields, and removes an error when its field changes', async () => {
    const { activation, sent } = open(empty);
    assert.equal(await activation.submit(), null);
    assert.deepEqual(activation.errors.value, {
      plan: 'planRequired',
      machine_id: 'missingMachineId',
      email: 'emailRequired',
    });
    activation.fields.email.change('marta@');
    assert.equal(activation.errors.value.email, undefined);
    activation.validateField('email');
    assert.equal(activation.errors.value.email, 'emailInvalid');
    activation.choosePlan('monthly');
    activation.fields.machine_id.change('7');
    activation.fields.email.change('marta@steppe.example');
    assert.deepEqual(activation.errors.value, {});
    assert.deepEqual(sent, []);
  });

  it('sends plan, machine, e-mail and language, and opens the payment page', async () => {
    const { activation, sent } = open(filled, undefined, 'ua');
    assert.equal(await activation.submit(), 'https://pay.example/1');
    assert.deepEqual(sent, [{ plan: 'monthly', machine_id: '7F3A', email: 'Marta@Steppe.example', language: 'ua' }]);
    assert.equal(activation.processing.value, true, 'busy until the page has been left');
    assert.notDeepEqual(shown(activation), { started: true }, 'a payment is no trial');
    activation.stopRedirecting();
    assert.equal(activation.processing.value, false);
    assert.equal(shown(activation), null);
  });

  it('opens the sandbox on this site', async () => {
    assert.equal(
      await open(filled, answerOf(200, { pageUrl: '/sandbox/pay/1' })).activation.submit(),
      '/sandbox/pay/1',
    );
  });

  it('is not busy for ever when the code that sends does not load', async () => {
    for (const [plan, key] of [
      ['trial', 'trialFailed'],
      ['monthly', 'paymentFailed'],
    ] as const) {
      const { activation } = open({ ...filled, plan }, Promise.reject(new TypeError('no such chunk')));
      assert.equal(await activation.submit(), null);
      assert.deepEqual(shown(activation), { key });
      assert.equal(activation.processing.value, false);
    }
  });

  it('removes the result about one plan when another is chosen', async () => {
    const { activation } = open({ ...filled, plan: 'trial' });
    await activation.submit();
    assert.deepEqual(shown(activation), { started: true });
    activation.choosePlan('monthly');
    assert.equal(shown(activation), null);
  });

  for (const [title, machineId] of [
    ['too long', 'x'.repeat(201)],
    ['of two lines', 'a\nb'],
  ] as const) {
    it(`refuses an identifier that ${title}`, async () => {
      const { activation, sent } = open({ ...filled, machine_id: machineId });
      assert.equal(await activation.submit(), null);
      assert.deepEqual(activation.errors.value, { machine_id: 'machineIdInvalid' });
      assert.deepEqual(sent, []);
      activation.fields.machine_id.change('x'.repeat(200));
      assert.equal(activation.validateAll(), undefined);
    });
  }

  it('shows at its field the error of a response', async () => {
    const { activation } = open(
      { ...filled, plan: 'trial' },
      answerOf(400, { error: 'invalid', errors: { machine_id: 'machineIdInvalid', body: 'invalid' } }),
    );
    assert.equal(await activation.submit(), null);
    assert.equal(activation.firstError(), 'machine_id');
    assert.equal(activation.errors.value.machine_id, 'machineIdInvalid');
    assert.equal(shown(activation), null);
  });

  it('sends once while it is processing', async () => {
    const { activation, sent } = open(filled);
    await Promise.all([activation.submit(), activation.submit()]);
    assert.equal(sent.length, 1);
  });

  for (const [title, answer, message] of [
    ['ok', answerOf(200, { status: 'ok' }), { started: true }],
    ['another status', answerOf(200, { status: 'no' }), { key: 'trialFailed' }],
    [
      'the backend’s words',
      answerOf(400, { error: 'This machine has a licence' }),
      { text: 'This machine has a licence' },
    ],
    ['nothing', answerOf(500), { key: 'trialFailed' }],
    ['a code of this site', answerOf(429, { error: 'tooManyRequests' }), { key: 'trialFailed' }],
    ['no network', answerOf(0), { key: 'trialFailed' }],
  ] as const) {
    it(`shows how a trial ended: ${title}`, async () => {
      const { activation } = open({ ...filled, plan: 'trial' }, answer);
      assert.equal(await activation.submit(), null);
      assert.deepEqual(shown(activation), message);
      assert.equal(activation.processing.value, false);
    });
  }

  for (const [title, answer, message] of [
    ['the backend’s words', answerOf(500, { error: 'Full' }), { text: 'Full' }],
    ['an error without words', answerOf(500), { key: 'invoiceFailed' }],
    [
      'a silent backend',
      answerOf(504, { error: 'backendSilent', errors: { form: 'paymentFailed' } }),
      { key: 'paymentFailed' },
    ],
    ['no address', answerOf(200, {}), { key: 'invoiceInvalid' }],
    [
      'an address that is no payment page',
      answerOf(200, { pageUrl: 'javascript:alert(1)' }),
      { key: 'invoiceInvalid' },
    ],
    ['no network', answerOf(0), { key: 'paymentFailed' }],
  ] as const) {
    it(`shows why there is no invoice: ${title}`, async () => {
      const { activation } = open(filled, answer);
      assert.equal(await activation.submit(), null);
      assert.deepEqual(shown(activation), message);
    });
  }

  it('repeats its key for the same content, and has another for other content or after success', async () => {
    const wishes = open({ ...filled, plan: 'trial' }, answerOf(0));
    await wishes.activation.submit();
    await wishes.activation.submit();
    wishes.activation.choosePlan('monthly');
    await wishes.activation.submit();
    const [first, second, third] = wishes.keys;
    assert.ok(first);
    assert.equal(second, first);
    assert.notEqual(third, first);
    const trials = open({ ...filled, plan: 'trial' });
    await trials.activation.submit();
    await trials.activation.submit();
    assert.equal(new Set(trials.keys).size, 2);
  });

  it('opens no payment page, and cancels its call, once the page was left', async () => {
    let answer: (body: Answer) => void = () => undefined;
    const { activation } = open(filled, new Promise((resolve) => (answer = resolve)));
    const submitted = activation.submit();
    activation.close();
    answer(answerOf(200, { pageUrl: 'https://pay.example/1' }));
    assert.equal(await submitted, null);
  });

  it('cancels its call when it is closed, and can be sent again when it is shown again', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const answers = [
      new Promise<never>(() => undefined),
      Promise.resolve(answerOf(200, { pageUrl: '/sandbox/pay/2' })),
    ];
    const call = (_request: unknown, options?: PostOptions) => {
      signals.push(options?.signal);
      return new Promise<Answer<ActivationBody>>((resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        answers.shift()?.then(resolve, reject);
      });
    };
    const activation = createActivation(
      { startTrial: call, createInvoice: call },
      { values: filled, errors: {}, failure: null, status: 'idle' },
      { origin: () => 'http://localhost:3000', language: () => 'en' },
    );
    const submitted = activation.submit();
    assert.equal(activation.processing.value, true);
    activation.close();
    assert.equal(await submitted, null);
    assert.deepEqual([signals[0]?.aborted, activation.processing.value, shown(activation)], [true, false, null]);
    activation.open();
    assert.equal(await activation.submit(), '/sandbox/pay/2');
    assert.equal(signals[1]?.aborted, false);
  });

  it('sends nothing while the payment page is loading', async () => {
    const { activation, sent } = open(filled);
    await activation.submit();
    assert.equal(await activation.submit(), null);
    assert.equal(sent.length, 1);
    activation.stopRedirecting();
    assert.equal(await activation.submit(), 'https://pay.example/1');
    assert.equal(sent.length, 2);
  });

  it('accepts the sandbox of the site that is shown', async (t) => {
    replaceProperty(t, globalThis, 'location', { value: { origin: 'http://localhost:4000' } });
    const call = () => Promise.resolve(answerOf(200, { pageUrl: 'http://localhost:4000/sandbox/pay/1' }));
    const activation = createActivation(
      { startTrial: call, createInvoice: call },
      { values: filled, errors: {}, failure: null, status: 'idle' },
      { language: () => 'en' },
    );
    assert.ok((await activation.submit())?.endsWith('/sandbox/pay/1'));
  });

  it('starts with the result of a form without JavaScript', () => {
    const call = () => Promise.resolve(answerOf(500));
    const activation = createActivation(
      { startTrial: call, createInvoice: call },
      { values: filled, errors: { email: 'emailInvalid' }, failure: { key: 'trialFailed' }, status: 'sent' },
      { language: () => 'en' },
    );
    assert.deepEqual(activation.errors.value, { email: 'emailInvalid' });
    assert.deepEqual(activation.submitError.value, { key: 'trialFailed' });
    assert.equal(activation.status.value, 'sent');
    activation.choosePlan('yearly');
    assert.deepEqual([activation.submitError.value, activation.status.value], [null, 'idle']);
    assert.equal(activation.values.value.plan, 'yearly');
  });
});
