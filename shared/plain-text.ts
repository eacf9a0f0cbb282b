const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: '\u00a0',
};
/** Control characters, direction marks and non-characters: they can reverse a line of text or break an XML file. */
const invisible =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

/** The text without invisible characters; half characters become the replacement character. */
export function removeInvisible(text: string): string {
  return text.toWellFormed().replace(invisible, '');
}

/** Line ends as a browser counts them: a form posts each as two characters. */
export function normaliseLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** At most 50 spaces in a row and two blank lines in a row: long runs of white space make every later step slow. */
export function limitWhiteSpace(text: string): string {
  return text.replace(/[^\S\n]{51,}/g, (run) => run.slice(0, 50)).replace(/\n(?:[^\S\n]{0,50}\n){3,}/g, '\n\n\n');
}

/** One line of plain text, with single spaces. */
export function toSingleLine(text: string): string {
  return limitWhiteSpace(removeInvisible(text).replace(/[^\S\u00a0]+/g, ' ')).trim();
}

/** The words of sanitised HTML, whose tags are well formed, without angle brackets in attributes. */
export function htmlToText(html: string): string {
  const words = html
    .replace(/<br\s*\/?>|<\/(?:p|h\d|li|tr|dd|dt|blockquote|figcaption)>/g, ' ')
    .replace(/<[^<>]*>/g, '');
  return toSingleLine(words.replace(/&(#39|\w+);/g, (whole, name: string) => entities[name] ?? whole));
}

/** Characters that a cut text must not end with: white space, marks, and joiners of characters. */
const openEnd = /[\s,;:.–—-]|\u200d|\ufe0f/;

/**
 * At most `maxLength` UTF-16 units of a text, cut after a word or, in a very long word, after a character; `…` marks
 * the cut.
 */
export function clip(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let cut = '';
  for (const character of text) {
    if (cut.length + character.length > maxLength - 1) break;
    cut += character;
  }
  const space = cut.lastIndexOf(' ');
  // A cut at a space in the first half would leave too little.
  const whole = space > maxLength / 2 ? cut.slice(0, space) : cut;
  // Unit by unit: a pattern that ends with $ begins anew at every mark of the text.
  let end = whole.length;
  while (end > 0 && openEnd.test(whole.charAt(end - 1))) end -= 1;
  return `${whole.slice(0, end)}…`;
}
