const shortWord = /(?<=^|[\s(«„])(?!(?:б|ж|би|же|ми|ви|це|ці|ця|те|ті|її|їх|їм)\s)([А-ЯІЇЄҐа-яіїєґ]{1,2}) (?=\S)/g;
const particle = / (?=(?:б|ж|би|же)(?![А-ЯІЇЄҐа-яіїєґ’]))/g;
const shortCompound = /(?<![\p{L}’-])(\p{L}{1,4})-(?=[А-ЯІЇЄҐа-яіїєґ])/gu;

const number = /(\d) (?=[%$€₴]|[а-яіїєґ]{1,9}(?![а-яіїєґ]))/g;
const acronyms = /(?<=(?<![A-Za-z])[A-Z]{2,6}) (?=[A-Z]{2,6}(?![A-Za-z])|\d)/g;

/**
 * Ukrainian typography: a non-breaking space keeps short words (except pronouns) with the next word, numbers with what
 * they count, parts of names such as «PCI DSS» together, and dashes and the
 * particles «б» and «ж» with the word before them. A word joiner keeps «будь-яку» on one line, because the fonts have no
 * non-breaking hyphen.
 */
export function bindShortWords(text: string): string {
  return text
    .replace(shortWord, '$1\u00a0')
    .replace(number, '$1\u00a0')
    .replace(acronyms, '\u00a0')
    .replace(particle, '\u00a0')
    .replace(shortCompound, '$1-\u2060')
    .replace(/ — /g, '\u00a0— ');
}

/** The same text without what `bindShortWords` added, for use outside pages. */
export function unbindWords(text: string): string {
  return text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '');
}
