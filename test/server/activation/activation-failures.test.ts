import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plans } from '#shared/plans.ts';
import { paths, post, purchase, serveWith, trial, type Fault } from '../../support/activation.ts';
import { sendJson } from '../../support/fake-backend.ts';
import { holdingBackend } from '../../support/holding-backend.ts';
import { json } from '../../support/posts.ts';
import { replaceProperty } from '../../support/replace-property.ts';
import { serve } from '../../support/serve.ts';

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
    // The text of the backend's own failure is for its operator.
    [500, { error: 'refused', errors: { form: 'trialFailed' } }],
    [500, { error: 'refused', errors: { form: 'invoiceFailed' } }],
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
    it(`${title} is translated into a clear answer`, async (t) => {
      const served = await serveWith(t, fault);
      const first = await post(served, paths.trial, trial);
      assert.deepEqual([first.status, first.body], onTrial);
      const second = await post(served, paths.invoice, purchase);
      assert.deepEqual([second.status, second.body], onInvoice);
    });
  }

  it('no answer at all is 504 after the timeout, and the call is not repeated', async (t) => {
    const served = await serveWith(t, () => undefined, 300);
    const [first, second] = await Promise.all([
      post(served, paths.trial, trial),
      post(served, paths.invoice, purchase),
    ]);
    assert.deepEqual([first.status, first.body], [504, { error: 'backendSilent', errors: { form: 'trialFailed' } }]);
    assert.deepEqual(
      [second.status, second.body],
      [504, { error: 'backendSilent', errors: { form: 'paymentFailed' } }],
    );
    assert.deepEqual([...served.backend.requestCounts.values()], [1, 1]);
  });

  it('a queue of this site that is full is 503, with the seconds after which to try again', async (t) => {
    const { backend, letGo } = await holdingBackend(t);
    const site = await serve(t, { backend, timeoutMs: 60_000, waitMs: 50 });
    const machines = Array.from({ length: 20 }, (_, number) => `7F3A-91C2-${number}`);
    const calls = machines.map((machine_id) => site.get(paths.trial, json({ ...trial, machine_id })));
    const refused = await Promise.race(calls);
    assert.equal(refused.status, 503);
    assert.equal(refused.headers.get('retry-after'), '2');
    letGo();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    assert.ok(statuses.includes(200), 'the calls that had a connection are answered');
  });

  it('401 is logged, because the visitor cannot correct the token of the site', async (t) => {
    const served = await serveWith(t, (_, res) => sendJson(res, 401, { error: 'The token is missing or wrong' }));
    assert.equal((await post(served, paths.trial, trial)).status, 401);
    const lines = served.logged.filter(
      ({ msg }) => msg === 'the backend refused BACKEND_TOKEN: no trial can be started',
    );
    assert.equal(lines.length, 1);
    assert.equal(lines[0]?.level, 50);
  });

  it('a closed port is 502', async (t) => {
    const served = await serve(t);
    await served.backend.close();
    assert.equal((await post(served, paths.trial, trial)).status, 502);
    assert.equal((await post(served, paths.invoice, purchase)).status, 502);
  });

  it('an error allows a new attempt at once', async (t) => {
    const served = await serveWith(t, (_, res) => sendJson(res, 500, {}));
    assert.equal((await post(served, paths.trial, trial)).status, 500);
    assert.equal((await post(served, paths.invoice, purchase)).status, 500);
    served.backend.respondWith(null);
    assert.equal((await post(served, paths.trial, trial)).status, 200);
    assert.equal((await post(served, paths.invoice, purchase)).status, 200);
  });
});

describe('a plan that is not available', () => {
  it('cannot be bought, chosen by an address or found as an offer', async (t) => {
    const served = await serve(t);
    const monthly = plans.find(({ id }) => id === purchase.plan);
    assert.ok(monthly);
    replaceProperty(t, monthly, 'available', { value: false });
    assert.deepEqual((await post(served, paths.invoice, purchase)).body, {
      error: 'invalid',
      errors: { plan: 'planRequired' },
    });
    const page = await (await served.get('/gitl?plan=monthly')).text();
    const [radio = ''] = /<input[^>]*value="monthly"[^>]*>/.exec(page) ?? [];
    assert.match(radio, / disabled/);
    assert.doesNotMatch(radio, / checked/);
    assert.ok(page.includes('#yearly-usd') && !page.includes('#monthly-usd'));
  });
});
