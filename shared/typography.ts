const shortWord = /(^|[\s(«„\u00a0])([А-ЯІЇЄҐа-яіїєґ]{1,2})\s(?=\S)/g;

/** Ukrainian typography: short words and dashes never hang at the end of a line. */
export function glueShortWords(text: string): string {
  // Twice, because two short words in a row share the space between them.
  return text
    .replace(shortWord, '$1$2\u00a0')
    .replace(shortWord, '$1$2\u00a0')
    .replace(/ — /g, '\u00a0— ');
}
