const shortWord = /(?<=^|[\s(«„])([А-ЯІЇЄҐа-яіїєґ]{1,2}) (?=\S)/g;

/** Ukrainian typography: short words and dashes never hang at the end of a line. */
export function glueShortWords(text: string): string {
  return text.replace(shortWord, '$1\u00a0').replace(/ — /g, '\u00a0— ');
}
