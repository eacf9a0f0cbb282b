import type { Language } from './languages.ts';

const marks = { en: { decimal: '.', group: ',' }, ua: { decimal: ',', group: '\u00a0' } };

/**
 * Formats a number of at least 0 with a fixed number of decimals, as Intl.NumberFormat does: '1,250.5', '1250,5'. Texts
 * in Ukrainian group the digits of numbers from 10 000 on.
 *
 * The first object of Intl that a browser makes takes 20 ms, and 80 ms on a phone, because it loads the data of all
 * languages. This would delay the start of pages that show numbers.
 */
export function formatNumber(language: Language, value: number, decimals = 0): string {
  const { decimal, group } = marks[language];
  const [whole = '', fraction] = value.toFixed(decimals).split('.');
  const minimum = language === 'ua' ? 5 : 4;
  const grouped = whole.length < minimum ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}
