import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageNames, languages } from '#shared/languages.ts';
import { formatAmount, formatMoney } from '#shared/money.ts';
import { formatNumber } from '#shared/numbers.ts';
import { currencyCodes } from '#shared/plans.ts';

const values = [0, 0.25, 1.04, 7, 60, 999, 999.75, 1000, 1250.5, 9999, 10_000, 26_000, 123_456.75, 1_234_567];

// 1000 and 16 000, as in Ukrainian texts; Intl separates thousands in numbers of four digits too.
const grouping = (language: string) => (language === 'ua' ? 'min2' : true);

describe('numbers', () => {
  for (const language of languageNames)
    for (const decimals of [0, 1, 2])
      it(`with ${decimals} decimals look as Intl prints them in ${language}`, () => {
        const format = new Intl.NumberFormat(languages[language].locale, {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
          useGrouping: grouping(language),
        });
        for (const value of values)
          if (Number.isInteger(value * 2 ** decimals))
            assert.equal(formatNumber(language, value, decimals), format.format(value));
      });
});

describe('amounts of money', () => {
  for (const language of languageNames) {
    it(`look as Intl prints them in ${language}`, () => {
      for (const value of values) {
        const format = new Intl.NumberFormat(languages[language].locale, {
          style: 'currency',
          currency: languages[language].currency,
          currencyDisplay: 'narrowSymbol',
          minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
          useGrouping: grouping(language),
        });
        assert.equal(formatMoney(language, value), format.format(value));
      }
    });

    it(`have the sign of every currency in ${language}`, () => {
      for (const [currency, ccy] of Object.entries(currencyCodes)) {
        const format = new Intl.NumberFormat(languages[language].locale, {
          style: 'currency',
          currency,
          currencyDisplay: 'narrowSymbol',
        });
        assert.equal(formatAmount(language, { amount: 8050, ccy }), format.format(80.5));
      }
    });
  }
});
