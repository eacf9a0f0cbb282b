import { languages, type Language } from './languages.ts';
import { formatNumber } from './numbers.ts';
import { currencyOf, type Currency } from './plans.ts';

const symbols: Record<Currency, string> = { USD: '$', UAH: '₴', EUR: '€' };

function withSymbol(language: Language, currency: Currency, number: string): string {
  return language === 'ua' ? `${number}\u00a0${symbols[currency]}` : `${symbols[currency]}${number}`;
}

/** Formats an amount in the currency of the language. Whole amounts have no fraction unless `digits` is given. */
export function formatMoney(language: Language, amount: number, digits?: number): string {
  const decimals = digits ?? (Number.isInteger(amount) ? 0 : 2);
  return withSymbol(language, languages[language].currency, formatNumber(language, amount, decimals));
}

/** Formats an amount in minor units, cents or kopiykas, of a currency by its ISO 4217 number. */
export function formatAmount(language: Language, { amount, ccy }: { amount: number; ccy: number }): string {
  return withSymbol(language, currencyOf(ccy) ?? 'USD', formatNumber(language, amount / 100, 2));
}
