import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { companyDetails } from '#shared/company.ts';
import en from '../../../locales/en/extension.json' with { type: 'json' };
import { paths, post, purchase, trial } from '../../support/activation.ts';
import { shown, urlEncoded } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';

const off = { config: { payments: 'off' } } as const;

describe('a site that takes no payments', () => {
  for (const [language, words] of [
    ['en', /This site takes no card payments at the moment\. To buy a plan, write to\s/],
    ['ua', /Зараз цей сайт не\s+приймає оплати карткою\. Щоб\s+купити ліцензію, напишіть на\s/],
  ] as const) {
    it(`explains in ${language} how to buy by e-mail`, async (t) => {
      const { html } = await serve(t, off);
      const page = shown(await html(`/gitl?lang=${language}`));
      assert.match(page, words);
      assert.ok(page.includes(companyDetails.supportEmail));
      assert.doesNotMatch(page, /We never see your card number|Номера вашої картки ми не/);
    });
  }

  it('does not mention that when payments are on', async (t) => {
    const { html } = await serve(t);
    assert.doesNotMatch(shown(await html('/gitl?lang=en')), /takes no card payments/);
  });

  it('refuses an invoice, and does not call the backend', async (t) => {
    const served = await serve(t, off);
    const answer = await post(served, paths.invoice, purchase);
    assert.deepEqual([answer.status, answer.body], [403, { error: 'paymentsOff', errors: { form: 'paymentsOff' } }]);
    assert.deepEqual(served.backend.sent, []);
  });

  it('explains the refusal of the form without JavaScript', async (t) => {
    const { get } = await serve(t, off);
    const answer = await get('/gitl', urlEncoded(purchase));
    assert.equal(answer.status, 422);
    const [words = ''] = en.alerts.paymentsOff.split(' Write');
    assert.ok(shown(await answer.text()).includes(words));
  });

  it('still starts trials', async (t) => {
    const served = await serve(t, off);
    assert.equal((await post(served, paths.trial, trial)).status, 200);
  });

  it('has no payment page', async (t) => {
    const { get } = await serve(t, off);
    assert.equal((await get('/sandbox/pay/abc')).status, 404);
  });
});
