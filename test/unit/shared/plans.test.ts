import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Language } from '#shared/languages.ts';
import { formatMoney } from '#shared/money.ts';
import {
  amountOf,
  currencyCode,
  currencyCodes,
  findPlan,
  invoiceValiditySeconds,
  isPaidPlan,
  originalPriceOf,
  plans,
  priceOf,
  savingsOf,
  unitOf,
  type Plan,
} from '#shared/plans.ts';

const plan = (id: string) => findPlan(id) as Plan;

describe('the plans of GITL', () => {
  for (const [id, language, price, amount, original, savings, unit] of [
    ['trial', 'en', 0, 0, null, 0, 'licence'],
    ['trial', 'ua', 0, 0, null, 0, 'licence'],
    ['monthly', 'en', 2, 200, null, 0, 'month'],
    ['monthly', 'ua', 80, 8000, null, 0, 'month'],
    ['yearly', 'en', 20, 2000, 25, 5, 'year'],
    ['yearly', 'ua', 800, 80_000, 1000, 200, 'year'],
  ] as [string, Language, number, number, number | null, number, string][]) {
    it(`${id} costs ${price} in ${language}`, () => {
      assert.equal(priceOf(plan(id), language), price);
      assert.equal(amountOf(plan(id), language), amount);
      assert.equal(originalPriceOf(plan(id), language), original);
      assert.equal(savingsOf(plan(id), language), savings);
      assert.equal(unitOf(plan(id)), unit);
    });
  }

  it('are three, all available, and the monthly one is marked as popular', () => {
    assert.deepEqual(
      plans.map(({ id, popular, available }) => [id, popular, available]),
      [
        ['trial', false, true],
        ['monthly', true, true],
        ['yearly', false, true],
      ],
    );
  });

  it('are paid in hryvnias in Ukrainian and in dollars otherwise', () => {
    assert.equal(currencyCode('ua'), 980);
    assert.equal(currencyCode('en'), 840);
    assert.deepEqual(currencyCodes, { USD: 840, UAH: 980, EUR: 978 });
    assert.equal(invoiceValiditySeconds, 3600);
  });

  it('round the amount, so no fraction of a cent is asked for', () => {
    assert.equal(amountOf({ ...plan('monthly'), price: 19.99 }, 'en'), 1999);
    assert.equal(amountOf({ ...plan('monthly'), price: 1.005 }, 'en'), 100);
  });

  it('are found only by their own names', () => {
    for (const id of ['', 'Monthly', 'weekly', 'constructor', '__proto__', null, 7, ['monthly'], { id: 'monthly' }])
      assert.equal(findPlan(id), null);
    assert.equal(isPaidPlan('trial'), false);
    assert.equal(isPaidPlan('weekly'), false);
    assert.equal(isPaidPlan('yearly'), true);
  });

  it('show their prices in the format of each language', () => {
    assert.equal(formatMoney('en', 2), '$2');
    assert.equal(formatMoney('en', 5, 2), '$5.00');
    assert.equal(formatMoney('ua', 800).replaceAll('\u00a0', ' '), '800 ₴');
  });
});
