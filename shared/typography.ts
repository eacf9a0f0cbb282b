const shortWord = /(?<=^|[\s(«„])(?!(?:б|ж|би|же|ми|ви|це|ці|ця|те|ті|її|їх|їм)\s)([А-ЯІЇЄҐа-яіїєґ]{1,2}) (?=\S)/g;
const particle = / (?=(?:б|ж|би|же)(?![А-ЯІЇЄҐа-яіїєґ’]))/g;
const shortCompound = /(?<![\p{L}’-])(\p{L}{1,4})-(?=[А-ЯІЇЄҐа-яіїєґ])/gu;

/**
 * Ukrainian typography: short words and dashes never hang at the end of a line, save for pronouns, which lean on
 * either side; «б» and «ж» stay with the word that they follow, and «будь-яку» is not broken in two. A word joiner does
 * that: the fonts have no non-breaking hyphen.
 */
export function glueShortWords(text: string): string {
  return text
    .replace(shortWord, '$1\u00a0')
    .replace(particle, '\u00a0')
    .replace(shortCompound, '$1-\u2060')
    .replace(/ — /g, '\u00a0— ');
}

/** The same words for machines: spaces that break, and nothing unseen in a word. */
export function unglue(text: string): string {
  return text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '');
}
