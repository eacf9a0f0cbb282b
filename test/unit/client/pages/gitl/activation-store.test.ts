import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createActivationStore } from '#client/pages/gitl/activation-store.ts';
import { answerOf, empty, filled, openActivation, shown } from '../../../../support/activation-store.ts';
import { replaceProperty } from '../../../../support/replace-property.ts';

describe('the activation form', () => {
  it('is ready with a plan, a machine identifier and a valid e-mail', () => {
    const { activation } = openActivation(empty);
    assert.equal(activation.filled.value, false);
    activation.choosePlan('trial');
    activation.fields.machine_id.change('  ');
    activation.fields.email.change('marta@steppe.example');
    assert.equal(activation.filled.value, false);
    activation.fields.machine_id.change('7F3A');
    assert.equal(activation.filled.value, true);
    activation.fields.email.change('marta@steppe');
    assert.equal(activation.filled.value, false);
  });

  it('shows the missing fields, and removes an error when its field changes', async () => {
    const { activation, sent } = openActivation(empty);
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
    const { activation, sent, keys } = openActivation(filled, undefined, 'ua');
    assert.equal(await activation.submit(), 'https://pay.example/1');
    assert.deepEqual(sent, [{ plan: 'monthly', machine_id: '7F3A', email: 'Marta@Steppe.example', language: 'ua' }]);
    assert.ok(keys[0]);
    assert.equal(activation.processing.value, true, 'busy until the page has been left');
    assert.notDeepEqual(shown(activation), { started: true }, 'a payment is no trial');
    activation.stopRedirecting();
    assert.equal(activation.processing.value, false);
    assert.equal(shown(activation), null);
  });

  it('opens the sandbox on this site', async () => {
    assert.equal(
      await openActivation(filled, answerOf(200, { pageUrl: '/sandbox/pay/1' })).activation.submit(),
      '/sandbox/pay/1',
    );
  });

  it('is not busy for ever when the code that sends does not load', async () => {
    for (const [plan, key] of [
      ['trial', 'trialFailed'],
      ['monthly', 'paymentFailed'],
    ] as const) {
      const { activation } = openActivation({ ...filled, plan }, Promise.reject(new TypeError('no such chunk')));
      assert.equal(await activation.submit(), null);
      assert.deepEqual(shown(activation), { key });
      assert.equal(activation.processing.value, false);
    }
  });

  it('removes the result about one plan when another is chosen', async () => {
    const { activation } = openActivation({ ...filled, plan: 'trial' });
    await activation.submit();
    assert.deepEqual(shown(activation), { started: true });
    activation.stopRedirecting();
    assert.deepEqual(shown(activation), { started: true }, 'after a return to the page with the Back button');
    activation.choosePlan('monthly');
    assert.equal(shown(activation), null);
  });

  for (const [title, machineId] of [
    ['too long', 'x'.repeat(201)],
    ['of two lines', 'a\nb'],
  ] as const) {
    it(`refuses an identifier that ${title}`, async () => {
      const { activation, sent } = openActivation({ ...filled, machine_id: machineId });
      assert.equal(await activation.submit(), null);
      assert.deepEqual(activation.errors.value, { machine_id: 'machineIdInvalid' });
      assert.deepEqual(sent, []);
      activation.fields.machine_id.change('x'.repeat(200));
      assert.equal(activation.validateAll(), undefined);
    });
  }

  it('shows at its field the error of a response', async () => {
    const { activation } = openActivation(
      { ...filled, plan: 'trial' },
      answerOf(400, { error: 'invalid', errors: { machine_id: 'machineIdInvalid', body: 'invalid' } }),
    );
    assert.equal(await activation.submit(), null);
    assert.equal(activation.firstError(), 'machine_id');
    assert.equal(activation.errors.value.machine_id, 'machineIdInvalid');
    assert.equal(shown(activation), null);
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
    ['no network', answerOf(0), { key: 'trialFailed' }],
    ['a code of this site', answerOf(429, { error: 'tooManyRequests' }), { key: 'trialFailed' }],
  ] as const) {
    it(`shows how a trial ended: ${title}`, async () => {
      const { activation } = openActivation({ ...filled, plan: 'trial' }, answer);
      assert.equal(await activation.submit(), null);
      assert.deepEqual(shown(activation), message);
      assert.equal(activation.processing.value, false);
    });
  }

  for (const [title, answer, message] of [
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
      const { activation } = openActivation(filled, answer);
      assert.equal(await activation.submit(), null);
      assert.deepEqual(shown(activation), message);
    });
  }

  it('accepts the sandbox of the site that is shown', async (t) => {
    replaceProperty(t, globalThis, 'location', { value: { origin: 'http://localhost:4000' } });
    const post = () => Promise.resolve(answerOf(200, { pageUrl: 'http://localhost:4000/sandbox/pay/1' }));
    const activation = createActivationStore(
      { values: filled, errors: {}, failure: null, status: 'idle' },
      { language: () => 'en', post },
    );
    assert.ok((await activation.submit())?.endsWith('/sandbox/pay/1'));
  });

  it('starts with the result of a form without JavaScript', () => {
    const post = () => Promise.resolve(answerOf(500));
    const activation = createActivationStore(
      { values: filled, errors: { email: 'emailInvalid' }, failure: { key: 'trialFailed' }, status: 'sent' },
      { language: () => 'en', post },
    );
    assert.deepEqual(activation.errors.value, { email: 'emailInvalid' });
    assert.deepEqual(activation.submitError.value, { key: 'trialFailed' });
    assert.equal(activation.status.value, 'sent');
    activation.choosePlan('yearly');
    assert.deepEqual([activation.submitError.value, activation.status.value], [null, 'idle']);
    assert.equal(activation.values.value.plan, 'yearly');
  });
});
