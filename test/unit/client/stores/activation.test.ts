import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer } from '#shared/api.ts';
import type { ActivationBody } from '#client/lib/activation-api.ts';
import { createActivation, type ActivationStart } from '#client/stores/activation.ts';

const empty: ActivationStart = { plan: null, machineId: '', email: '', errors: {}, notice: null };
const filled: ActivationStart = { ...empty, plan: 'monthly', machineId: ' 7F3A ', email: ' Marta@Steppe.example ' };
const answerOf = (status: number, body?: ActivationBody): Answer<ActivationBody> => ({
  ok: status >= 200 && status < 300,
  status,
  error: body?.error,
  body,
});

function open(
  start: ActivationStart,
  answer: Answer<ActivationBody> | Promise<Answer<ActivationBody>> = answerOf(200, {
    status: 'ok',
    pageUrl: 'https://pay.example/1',
  }),
) {
  const sent: unknown[] = [];
  const call = (request: unknown) => {
    sent.push(request);
    return Promise.resolve(answer);
  };
  const activation = createActivation({ startTrial: call, createInvoice: call }, start, () => 'http://localhost:3000');
  return { activation, sent };
}

describe('the activation form', () => {
  it('is ready with a plan, a machine identifier and a valid e-mail', () => {
    const { activation } = open(empty);
    assert.equal(activation.ready.value, false);
    activation.choosePlan('trial');
    activation.typeMachineId('  ');
    activation.typeEmail('marta@steppe.example');
    assert.equal(activation.ready.value, false);
    activation.typeMachineId('7F3A');
    assert.equal(activation.ready.value, true);
    activation.typeEmail('marta@steppe');
    assert.equal(activation.ready.value, false);
  });

  it('says what is missing, and forgets it while it is being typed', async () => {
    const { activation, sent } = open(empty);
    assert.equal(await activation.submit('en'), null);
    assert.deepEqual(activation.errors.value, {
      plan: 'planRequired',
      machine_id: 'missingMachineId',
      email: 'emailRequired',
    });
    activation.typeEmail('marta@');
    assert.equal(activation.errors.value.email, undefined);
    activation.checkField('email');
    assert.equal(activation.errors.value.email, 'emailInvalid');
    activation.choosePlan('monthly');
    activation.typeMachineId('7');
    activation.typeEmail('marta@steppe.example');
    assert.deepEqual(activation.errors.value, {});
    assert.deepEqual(sent, []);
  });

  it('names plan, machine, e-mail and language, and leads to the payment page', async () => {
    const { activation, sent } = open(filled);
    assert.equal(await activation.submit('ua'), 'https://pay.example/1');
    assert.deepEqual(sent, [{ plan: 'monthly', machine_id: '7F3A', email: 'Marta@Steppe.example', language: 'ua' }]);
    assert.equal(activation.processing.value, true, 'busy until the page has been left');
    activation.rest();
    assert.equal(activation.processing.value, false);
  });

  it('follows the sandbox on this site', async () => {
    assert.equal(
      await open(filled, answerOf(200, { pageUrl: '/sandbox/pay/1' })).activation.submit('en'),
      '/sandbox/pay/1',
    );
  });

  it('is not busy for ever when the code that sends does not come', async () => {
    for (const [plan, key] of [
      ['trial', 'trialFailed'],
      ['monthly', 'paymentFailed'],
    ] as const) {
      const { activation } = open({ ...filled, plan }, Promise.reject(new TypeError('no such chunk')));
      assert.equal(await activation.submit('en'), null);
      assert.deepEqual(activation.notice.value, { tone: 'bad', key });
      assert.equal(activation.processing.value, false);
    }
  });

  it('takes what it said of one plan back when another is chosen', async () => {
    const { activation } = open({ ...filled, plan: 'trial' });
    await activation.submit('en');
    assert.equal(activation.notice.value?.tone, 'ok');
    activation.choosePlan('monthly');
    assert.equal(activation.notice.value, null);
  });

  for (const [title, machineId] of [
    ['too long', 'x'.repeat(201)],
    ['of two lines', 'a\nb'],
  ] as const) {
    it(`says that an identifier ${title} is none`, async () => {
      const { activation, sent } = open({ ...filled, machineId });
      assert.equal(await activation.submit('en'), null);
      assert.deepEqual(activation.errors.value, { machine_id: 'machineIdInvalid' });
      assert.deepEqual(sent, []);
      activation.typeMachineId('x'.repeat(200));
      assert.equal(activation.checkAll(), undefined);
    });
  }

  it('shows at its field what an answer finds fault with', async () => {
    const { activation } = open(
      { ...filled, plan: 'trial' },
      answerOf(400, { error: 'invalid', errors: { machine_id: 'machineIdInvalid', body: 'invalid' } }),
    );
    assert.equal(await activation.submit('en'), null);
    assert.equal(activation.firstError(), 'machine_id');
    assert.equal(activation.errors.value.machine_id, 'machineIdInvalid');
    assert.equal(activation.notice.value, null);
  });

  it('sends once while it is processing', async () => {
    const { activation, sent } = open(filled);
    await Promise.all([activation.submit('en'), activation.submit('en')]);
    assert.equal(sent.length, 1);
  });

  for (const [title, answer, notice] of [
    ['ok', answerOf(200, { status: 'ok' }), { tone: 'ok', key: 'trialStarted' }],
    ['another status', answerOf(200, { status: 'no' }), { tone: 'bad', key: 'trialFailed' }],
    [
      'the backend’s words',
      answerOf(400, { error: 'This machine has a licence' }),
      { tone: 'bad', text: 'This machine has a licence' },
    ],
    ['nothing', answerOf(500), { tone: 'bad', key: 'trialFailed' }],
    ['a code of this site', answerOf(429, { error: 'tooManyRequests' }), { tone: 'bad', key: 'trialFailed' }],
    ['no network', answerOf(0), { tone: 'bad', key: 'trialFailed' }],
  ] as const) {
    it(`tells how a trial ended: ${title}`, async () => {
      const { activation } = open({ ...filled, plan: 'trial' }, answer);
      assert.equal(await activation.submit('en'), null);
      assert.deepEqual(activation.notice.value, notice);
      assert.equal(activation.processing.value, false);
    });
  }

  for (const [title, answer, notice] of [
    ['the backend’s words', answerOf(500, { error: 'Full' }), { tone: 'bad', text: 'Full' }],
    ['an error without words', answerOf(500), { tone: 'bad', key: 'invoiceFailed' }],
    [
      'a silent backend',
      answerOf(504, { error: 'backendSilent', errors: { form: 'paymentFailed' } }),
      { tone: 'bad', key: 'paymentFailed' },
    ],
    ['no address', answerOf(200, {}), { tone: 'bad', key: 'invoiceInvalid' }],
    [
      'an address that is no payment page',
      answerOf(200, { pageUrl: 'javascript:alert(1)' }),
      { tone: 'bad', key: 'invoiceInvalid' },
    ],
    ['no network', answerOf(0), { tone: 'bad', key: 'paymentFailed' }],
  ] as const) {
    it(`tells why there is no invoice: ${title}`, async () => {
      const { activation } = open(filled, answer);
      assert.equal(await activation.submit('en'), null);
      assert.deepEqual(activation.notice.value, notice);
    });
  }
});
