import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { propertyOf } from '#shared/property-of.ts';
import { paths, post, purchase, serveWith, trial } from '../../support/activation.ts';
import { sendJson } from '../../support/fake-backend.ts';
import { json, urlEncoded } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';

describe('starting a trial through /api', () => {
  it('sends machine and e-mail with the token, and responds ok', async (t) => {
    const served = await serve(t);
    const answer = await post(served, paths.trial, {
      machine_id: ' 7F3A-91C2 ',
      email: '\u202a marta@steppe.example\u200b ',
    });
    assert.deepEqual([answer.status, answer.body], [200, { status: 'ok' }]);
    assert.deepEqual(served.backend.sent, [[paths.trial, trial]]);
    assert.equal(served.backend.headers.at(-1)?.['x-token'], 'secret-test-token');
  });

  it('happens once, however often it is requested', async (t) => {
    const served = await serve(t);
    await Promise.all(Array.from({ length: 5 }, () => post(served, paths.trial, trial)));
    await post(served, paths.trial, trial);
    assert.equal(served.backend.sent.length, 1);
  });
});

describe('buying a licence through /api', () => {
  it('responds with the address of the payment page, and sends no token', async (t) => {
    const served = await serve(t);
    const answer = await post(served, paths.invoice, purchase);
    assert.deepEqual([answer.status, answer.body], [200, { pageUrl: 'https://pay.example/invoice/1' }]);
    assert.equal(served.backend.headers.at(-1)?.['x-token'], undefined);
  });

  it('responds with the whole address of a payment page, as long as those of payment providers are', async (t) => {
    const pageUrl = `https://pay.example/session/1#${'a'.repeat(900)}`;
    const served = await serveWith(t, (_, res) => sendJson(res, 200, { pageUrl }));
    assert.deepEqual((await post(served, paths.invoice, purchase)).body, { pageUrl });
  });

  it('makes one invoice of a double click, a reload and a retry', async (t) => {
    const served = await serve(t);
    await Promise.all([post(served, paths.invoice, purchase), post(served, paths.invoice, purchase)]);
    await post(served, paths.invoice, purchase);
    await served.get('/gitl', urlEncoded(purchase));
    assert.equal(served.backend.sent.length, 1);
    await post(served, paths.invoice, { ...purchase, plan: 'yearly' });
    assert.equal(served.backend.sent.length, 2);
  });

  it('takes the price from the plan, whatever the request contains', async (t) => {
    const served = await serve(t);
    const answer = await post(served, paths.invoice, {
      ...purchase,
      amount: 1,
      ccy: 978,
      price: 0.01,
      redirectUrl: 'https://evil.example',
    });
    assert.equal(answer.status, 200);
    const [, payload] = served.backend.sent[0] as [string, { amount: number; ccy: number; redirectUrl: string }];
    assert.deepEqual([payload.amount, payload.ccy], [200, 840]);
    assert.match(payload.redirectUrl, /^https:\/\/obrii\.example\/checkout\?/);
  });

  for (const [title, plan] of [
    ['an unknown plan', 'weekly'],
    ['the free plan', 'trial'],
    ['a plan with a price of its own', { id: 'monthly', price: 0.01 }],
    ['a list of plans', ['monthly']],
    ['a name from the prototype', 'constructor'],
    ['no plan', undefined],
  ] as const) {
    it(`is refused with ${title}`, async (t) => {
      const served = await serve(t);
      const answer = await post(served, paths.invoice, { ...purchase, plan });
      assert.equal(answer.status, 400);
      assert.ok('plan' in (answer.body as { errors: object }).errors);
      assert.deepEqual(served.backend.sent, []);
    });
  }
});

describe('the contract of both calls', () => {
  for (const [title, change, errors] of [
    ['no machine identifier', { machine_id: '  ' }, { machine_id: 'missingMachineId' }],
    ['an endless machine identifier', { machine_id: 'x'.repeat(201) }, { machine_id: 'machineIdInvalid' }],
    ['a machine identifier of two lines', { machine_id: 'a\nb' }, { machine_id: 'machineIdInvalid' }],
    ['no e-mail', { email: '' }, { email: 'emailRequired' }],
    ['half an e-mail', { email: 'marta@steppe' }, { email: 'emailInvalid' }],
    ['neither', { machine_id: '', email: '' }, { machine_id: 'missingMachineId', email: 'emailRequired' }],
    ['a number for a string', { machine_id: 7 }, { machine_id: 'invalid' }],
  ] as const) {
    it(`concerns the field: ${title}`, async (t) => {
      const served = await serve(t);
      const onTrial = await post(served, paths.trial, { ...trial, ...change });
      const onInvoice = await post(served, paths.invoice, { ...purchase, ...change });
      for (const answer of [onTrial, onInvoice])
        assert.deepEqual([answer.status, answer.body], [400, { error: 'invalid', errors }]);
      assert.deepEqual(served.backend.sent, []);
    });
  }

  for (const path of Object.values(paths)) {
    it(`${path} accepts only JSON`, async (t) => {
      const { get, backend } = await serve(t);
      assert.equal((await get(path, urlEncoded(trial))).status, 415);
      assert.equal(
        (await get(path, { method: 'POST', body: JSON.stringify(trial), headers: { 'content-type': 'text/plain' } }))
          .status,
        415,
      );
      assert.equal((await get(path, { method: 'POST' })).status, 415);
      assert.equal((await get(path, { ...json({}), body: '{' })).status, 400);
      assert.equal((await get(path, json([]))).status, 400);
      const tooLong = await get(path, json({ ...trial, email: 'x'.repeat(20_000) }));
      assert.equal(tooLong.status, 413);
      assert.equal(propertyOf(await tooLong.json(), 'error'), 'tooLarge');
      assert.deepEqual(backend.sent, []);
    });
  }
});

describe('the token', () => {
  it('is in no response, page or log line, even when the backend sends it', async (t) => {
    const served = await serveWith(t, (_, res) =>
      sendJson(res, 200, { status: 'ok', pageUrl: 'https://pay.example/1', token: 'secret-test-token' }),
    );
    const answers = [
      JSON.stringify(await post(served, paths.trial, trial)),
      JSON.stringify(await post(served, paths.invoice, purchase)),
      await served.html('/gitl'),
      await served.html('/gitl?trial=started'),
      await served.html('/gitl', urlEncoded({ plan: 'trial', machine_id: '', email: '' })),
      JSON.stringify(served.logged),
    ];
    for (const answer of answers) assert.ok(!answer.includes('secret-test-token'));
  });

  it('leaves e-mail and machine out of the log', async (t) => {
    const served = await serve(t);
    await post(served, paths.trial, trial);
    await served.get('/checkout?id=7F3A-91C2&status=success&email=marta@steppe.example');
    const logged = JSON.stringify(served.logged);
    assert.ok(!logged.includes('marta@') && !logged.includes('7F3A'));
  });
});
