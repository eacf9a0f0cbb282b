import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { fakeUpstream, sendJson } from '../support/fake-upstream.ts';
import { json, shown, urlEncoded } from '../support/posts.ts';
import { serve } from '../support/serve.ts';

const trial = { machine_id: '7F3A-91C2', email: 'marta@steppe.example' };
const purchase = { ...trial, plan: 'monthly', language: 'en' };
const paths = { trial: '/api/trial/start', invoice: '/api/monopay/invoice/create' };

type Fault = (request: IncomingMessage, response: ServerResponse) => void;

async function serveWith(t: TestContext, fault: Fault, timeoutMs?: number) {
  const upstream = await fakeUpstream(t);
  upstream.misbehave(fault);
  return serve(t, { upstream, timeoutMs });
}

async function post(served: Awaited<ReturnType<typeof serve>>, path: string, body: unknown) {
  const answer = await served.get(path, json(body));
  return { status: answer.status, body: (await answer.json()) as unknown, headers: answer.headers };
}

describe('starting a trial through /api', () => {
  it('sends machine and e-mail with the token, and says ok', async (t) => {
    const served = await serve(t);
    const answer = await post(served, paths.trial, { machine_id: ' 7F3A-91C2 ', email: ' marta@steppe.example ' });
    assert.deepEqual([answer.status, answer.body], [200, { status: 'ok' }]);
    assert.deepEqual(served.upstream.sent, [[paths.trial, trial]]);
    assert.equal(served.upstream.headers.at(-1)?.['x-token'], 'secret-test-token');
  });

  it('happens once, however often it is asked for', async (t) => {
    const served = await serve(t);
    await Promise.all(Array.from({ length: 5 }, () => post(served, paths.trial, trial)));
    await post(served, paths.trial, trial);
    assert.equal(served.upstream.sent.length, 1);
  });
});

describe('buying a licence through /api', () => {
  it('answers the payment page’s address, and sends no token', async (t) => {
    const served = await serve(t);
    const answer = await post(served, paths.invoice, purchase);
    assert.deepEqual([answer.status, answer.body], [200, { pageUrl: 'https://pay.example/invoice/1' }]);
    assert.equal(served.upstream.headers.at(-1)?.['x-token'], undefined);
  });

  it('makes one invoice of a double click, a reload and a retry', async (t) => {
    const served = await serve(t);
    await Promise.all([post(served, paths.invoice, purchase), post(served, paths.invoice, purchase)]);
    await post(served, paths.invoice, purchase);
    await served.get('/gitl', urlEncoded(purchase));
    assert.equal(served.upstream.sent.length, 1);
    await post(served, paths.invoice, { ...purchase, plan: 'yearly' });
    assert.equal(served.upstream.sent.length, 2);
  });

  it('takes the price from the plan, whatever is sent along', async (t) => {
    const served = await serve(t);
    const answer = await post(served, paths.invoice, {
      ...purchase,
      amount: 1,
      ccy: 978,
      price: 0.01,
      redirectUrl: 'https://evil.example',
    });
    assert.equal(answer.status, 200);
    const [, payload] = served.upstream.sent[0] as [string, { amount: number; ccy: number; redirectUrl: string }];
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
      assert.deepEqual(served.upstream.sent, []);
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
    it(`names the field: ${title}`, async (t) => {
      const served = await serve(t);
      const onTrial = await post(served, paths.trial, { ...trial, ...change });
      const onInvoice = await post(served, paths.invoice, { ...purchase, ...change });
      for (const answer of [onTrial, onInvoice])
        assert.deepEqual([answer.status, answer.body], [400, { error: 'invalid', errors }]);
      assert.deepEqual(served.upstream.sent, []);
    });
  }

  for (const path of Object.values(paths)) {
    it(`${path} takes JSON alone`, async (t) => {
      const { get, upstream } = await serve(t);
      assert.equal((await get(path, urlEncoded(trial))).status, 415);
      assert.equal(
        (await get(path, { method: 'POST', body: JSON.stringify(trial), headers: { 'content-type': 'text/plain' } }))
          .status,
        415,
      );
      assert.equal((await get(path, { method: 'POST' })).status, 415);
      assert.equal((await get(path, { ...json({}), body: '{' })).status, 400);
      assert.equal((await get(path, json([]))).status, 400);
      assert.equal((await get(path, json({ ...trial, email: 'x'.repeat(20_000) }))).status, 413);
      assert.deepEqual(upstream.sent, []);
    });
  }
});

const rows: [title: string, fault: Fault, trial: [number, unknown], invoice: [number, unknown]][] = [
  [
    '400 with text',
    (_, res) => sendJson(res, 400, { error: 'This machine has a licence' }),
    [400, { error: 'This machine has a licence' }],
    [400, { error: 'This machine has a licence' }],
  ],
  [
    '400 without text',
    (_, res) => sendJson(res, 400, {}),
    [400, { error: 'refused', errors: { form: 'trialFailed' } }],
    [400, { error: 'refused', errors: { form: 'invoiceFailed' } }],
  ],
  [
    '500 with text',
    (_, res) => sendJson(res, 500, { error: 'Full' }),
    [500, { error: 'Full' }],
    [500, { error: 'Full' }],
  ],
  [
    '500 without JSON',
    (_, res) => {
      res.writeHead(500).end('<h1>oops</h1>');
    },
    [500, { error: 'refused', errors: { form: 'trialFailed' } }],
    [500, { error: 'refused', errors: { form: 'invoiceFailed' } }],
  ],
  ['418', (_, res) => sendJson(res, 418, { error: 'teapot' }), [418, { error: 'teapot' }], [418, { error: 'teapot' }]],
  [
    'invalid JSON',
    (_, res) => {
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"status":');
    },
    [502, { error: 'unexpected', errors: { form: 'trialFailed' } }],
    [502, { error: 'unexpected', errors: { form: 'invoiceInvalid' } }],
  ],
  [
    'an empty object',
    (_, res) => sendJson(res, 200, {}),
    [502, { error: 'unexpected', errors: { form: 'trialFailed' } }],
    [502, { error: 'unexpected', errors: { form: 'invoiceInvalid' } }],
  ],
  [
    'a status that is not ok, and an error',
    (_, res) => sendJson(res, 200, { status: 'error', error: 'Expired', pageUrl: 'http://pay.example' }),
    [502, { error: 'Expired' }],
    [502, { error: 'unexpected', errors: { form: 'invoiceInvalid' } }],
  ],
  [
    'a page that is no payment page',
    (_, res) => sendJson(res, 200, { status: 'ok', pageUrl: 'javascript:alert(1)', token: 'secret-test-token' }),
    [200, { status: 'ok' }],
    [502, { error: 'unexpected', errors: { form: 'invoiceInvalid' } }],
  ],
  [
    'a closed connection',
    (_, res) => {
      res.destroy();
    },
    [502, { error: 'backendRefused', errors: { form: 'trialFailed' } }],
    [502, { error: 'backendRefused', errors: { form: 'paymentFailed' } }],
  ],
];

describe('a backend that answers', () => {
  for (const [title, fault, onTrial, onInvoice] of rows) {
    it(`${title} is passed on as it can be understood`, async (t) => {
      const served = await serveWith(t, fault);
      const first = await post(served, paths.trial, trial);
      assert.deepEqual([first.status, first.body], onTrial);
      const second = await post(served, paths.invoice, purchase);
      assert.deepEqual([second.status, second.body], onInvoice);
    });
  }

  it('nothing at all is 504, in time', async (t) => {
    const served = await serveWith(t, () => undefined, 300);
    const started = performance.now();
    const [first, second] = await Promise.all([
      post(served, paths.trial, trial),
      post(served, paths.invoice, purchase),
    ]);
    assert.deepEqual([first.status, first.body], [504, { error: 'backendSilent', errors: { form: 'trialFailed' } }]);
    assert.deepEqual(
      [second.status, second.body],
      [504, { error: 'backendSilent', errors: { form: 'paymentFailed' } }],
    );
    assert.ok(performance.now() - started < 2000);
  });

  it('no longer listens is 502', async (t) => {
    const served = await serve(t);
    await served.upstream.close();
    assert.equal((await post(served, paths.trial, trial)).status, 502);
    assert.equal((await post(served, paths.invoice, purchase)).status, 502);
  });

  it('with an error may be asked again at once', async (t) => {
    const served = await serveWith(t, (_, res) => sendJson(res, 500, {}));
    assert.equal((await post(served, paths.trial, trial)).status, 500);
    assert.equal((await post(served, paths.invoice, purchase)).status, 500);
    served.upstream.misbehave(null);
    assert.equal((await post(served, paths.trial, trial)).status, 200);
    assert.equal((await post(served, paths.invoice, purchase)).status, 200);
  });
});

describe('the token', () => {
  it('is in no answer, page or log line, even when the backend says it', async (t) => {
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

describe('the activation form without JavaScript', () => {
  it('starts a trial and redirects to a page that says so', async (t) => {
    const { get, html, upstream } = await serve(t);
    const answer = await get('/gitl', urlEncoded({ plan: 'trial', ...trial }));
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/gitl?trial=started#activate']);
    assert.deepEqual(upstream.sent, [[paths.trial, trial]]);
    assert.match(
      shown(await html('/gitl?trial=started')),
      /Trial started successfully! You can now use the extension\./,
    );
  });

  it('leads to the payment by a page of its own, because the policy forbids the redirect', async (t) => {
    const { get } = await serve(t);
    const answer = await get('/gitl', urlEncoded(purchase));
    const html = shown(await answer.text());
    assert.equal(answer.status, 200);
    assert.match(html, /<a class="button" href="https:\/\/pay\.example\/invoice\/1"/);
    assert.match(html, /http-equiv="refresh" content="0; url=https:\/\/pay\.example\/invoice\/1"/);
  });

  it('bills in the language that the page was in', async (t) => {
    const { get, upstream } = await serve(t);
    await get('/gitl', { ...urlEncoded({ ...purchase, language: 'ua' }), headers: { 'accept-language': 'en' } });
    assert.equal((upstream.sent[0]?.[1] as { ccy: number }).ccy, 980);
  });

  it('comes back with everything that is wrong and everything that was typed', async (t) => {
    const { get, upstream } = await serve(t);
    const answer = await get('/gitl', urlEncoded({ machine_id: '"><img src=x>', email: 'marta@steppe' }));
    const html = shown(await answer.text());
    assert.equal(answer.status, 422);
    assert.match(html, /<title>Error: /);
    assert.match(html, /Choose a plan first\./);
    assert.match(html, /Enter an email in the form name@company\.com\./);
    assert.match(html, /value="marta@steppe"/);
    assert.ok(!html.includes('<img src=x>'));
    assert.deepEqual(upstream.sent, []);
  });

  it('says it in Ukrainian', async (t) => {
    const { get } = await serve(t);
    const html = shown(
      await (await get('/gitl?lang=ua', urlEncoded({ plan: 'monthly', machine_id: '', email: '' }))).text(),
    );
    assert.match(html, /Потрібен ідентифікатор машини/);
    assert.match(html, /Вкажіть електронну пошту/);
  });

  it('keeps the values and shows the backend’s words when it refuses', async (t) => {
    const { get } = await serveWith(t, (_, res) => sendJson(res, 400, { error: 'This machine <has> a licence' }));
    const answer = await get('/gitl', urlEncoded({ plan: 'trial', ...trial }));
    const html = shown(await answer.text());
    assert.equal(answer.status, 422);
    assert.match(html, /This machine &lt;has&gt; a licence/);
    assert.match(html, /value="marta@steppe\.example"/);
  });

  for (const [title, fault, status] of [
    ['fails', (_request, response) => sendJson(response, 500, {}), 502],
    [
      'refuses connections',
      (request) => {
        request.socket.destroy();
      },
      502,
    ],
    ['is silent', () => undefined, 504],
  ] as [string, Fault, number][]) {
    it(`keeps the values when the backend ${title}`, async (t) => {
      const { get } = await serveWith(t, fault, 300);
      for (const plan of ['trial', 'monthly']) {
        const answer = await get('/gitl', urlEncoded({ plan, ...trial }));
        assert.equal(answer.status, status);
        assert.match(shown(await answer.text()), /value="marta@steppe\.example"/);
      }
    });
  }
});
