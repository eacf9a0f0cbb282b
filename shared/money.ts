import { languages, type Language } from './languages.ts';
import { currencyOf } from './plans.ts';

/** Formats an amount in the currency of the language. Whole amounts have no fraction unless `digits` is given. */
export function formatMoney(language: Language, amount: number, digits?: number): string {
  const { locale, currency } = languages[language];
  const minimumFractionDigits = digits ?? (Number.isInteger(amount) ? 0 : 2);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits,
    // 1000 ₴ and 16 000 ₴, as in Ukrainian texts.
    useGrouping: language === 'ua' ? 'min2' : true,
  }).format(amount);
}

/** Formats an amount in minor units, cents or kopiykas, of a currency by its ISO 4217 number. */
export function formatAmount(language: Language, { amount, ccy }: { amount: number; ccy: number }): string {
  const format = new Intl.NumberFormat(languages[language].locale, {
    style: 'currency',
    currency: currencyOf(ccy) ?? 'USD',
    currencyDisplay: 'narrowSymbol',
  });
  return format.format(amount / 100);
}
