import { languages, type Language } from './languages.ts';

/** Whole amounts carry no fraction: 2 USD, 80 UAH; `digits` says otherwise. */
export function formatMoney(language: Language, amount: number, digits?: number): string {
  const { locale, currency } = languages[language];
  const minimumFractionDigits = digits ?? (Number.isInteger(amount) ? 0 : 2);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits,
  }).format(amount);
}
