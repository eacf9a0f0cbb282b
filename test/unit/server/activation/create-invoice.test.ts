import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Language } from '#shared/languages.ts';
import { findPlan, type PaidPlanId, type Plan } from '#shared/plans.ts';
import { invoicePayload } from '#server/activation/create-invoice.ts';
import { texts } from '../../../support/texts.ts';

const config = { publicUrl: 'https://obrii.example', backendUrl: null as string | null };

function payload(plan: PaidPlanId, language: Language, backendUrl: string | null = null) {
  const request = { plan, language, machine_id: '7F3A 91&C2', email: 'marta+gitl@steppe.example' };
  return invoicePayload(request, findPlan(plan) as Plan, { config: { ...config, backendUrl }, texts });
}

describe('an invoice', () => {
  for (const [plan, language, amount, ccy, name, comment, unit] of [
    [
      'monthly',
      'en',
      200,
      840,
      'GITL licence, Monthly',
      'Payment for a licence of the GITL desktop extension',
      'month',
    ],
    ['yearly', 'en', 2000, 840, 'GITL licence, Yearly', 'Payment for a licence of the GITL desktop extension', 'year'],
    ['monthly', 'ua', 8000, 980, 'Ліцензія GITL, тариф «Місячний»', 'Оплата ліцензії на розширення GITL', 'місяць'],
    ['yearly', 'ua', 80_000, 980, 'Ліцензія GITL, тариф «Річний»', 'Оплата ліцензії на розширення GITL', 'рік'],
  ] as [PaidPlanId, Language, number, number, string, string, string][]) {
    it(`for ${plan} in ${language} is exactly what the specification says`, () => {
      assert.deepEqual(payload(plan, language), {
        amount,
        ccy,
        merchantPaymInfo: {
          reference: JSON.stringify({ machine_id: '7F3A 91&C2', email: 'marta+gitl@steppe.example', plan }),
          destination: name,
          comment,
          customerEmails: ['marta+gitl@steppe.example'],
          basketOrder: [{ name, qty: 1, sum: amount, code: plan, unit }],
        },
        redirectUrl: `https://obrii.example/checkout?id=7F3A+91%26C2&status=success&plan=${plan}&email=marta%2Bgitl%40steppe.example`,
        webHookUrl: 'https://obrii.example/api/monopay/webhook',
        validity: 3600,
        paymentType: 'debit',
      });
    });
  }

  it('names the webhook of the hosted backend, if there is one', () => {
    assert.equal(
      payload('monthly', 'en', 'https://backend.example').webHookUrl,
      'https://backend.example/api/monopay/webhook',
    );
  });
});
