const shortWord = /(?<=^|[\s(«„])(?!(?:б|ж|би|же|ми|ви|це|ці|ця|те|ті|її|їх|їм)\s)([А-ЯІЇЄҐа-яіїєґ]{1,2}) (?=\S)/g;
const particle = / (?=(?:б|ж|би|же)(?![А-ЯІЇЄҐа-яіїєґ’]))/g;
const shortCompound = /(?<![\p{L}’-])(\p{L}{1,4})-(?=[А-ЯІЇЄҐа-яіїєґ])/gu;

/**
 * Ukrainian typography: joins short words to the next word, and dashes and the particles «б» and «ж» to the word before, by
 * non-breaking spaces, so that none of them ends or begins a line alone. Pronouns may do so. Short compounds such as
 * «будь-яку» are kept on one line by a word joiner (U+2060), because the fonts have no non-breaking hyphen.
 */
export function glueShortWords(text: string): string {
  return text
    .replace(shortWord, '$1\u00a0')
    .replace(particle, '\u00a0')
    .replace(shortCompound, '$1-\u2060')
    .replace(/ — /g, '\u00a0— ');
}

/** Takes the non-breaking spaces and word joiners out again, for texts that programs read. */
export function unglue(text: string): string {
  return text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '');
}
