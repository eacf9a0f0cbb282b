const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: '\u00a0',
};
/** What a reader never sees, but what can turn a line of text around or break an XML file. */
const invisible =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

/** A text without what nobody sees, and without half characters. */
export function visible(text: string): string {
  return text.toWellFormed().replace(invisible, '');
}

/** Line ends as a browser counts them: a form posts each as two characters. */
export function plainLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** One line of plain text, with single spaces. */
export function oneLine(text: string): string {
  return visible(text)
    .replace(/[^\S\u00a0]+/g, ' ')
    .trim();
}

/** The words of sanitised HTML: its tags are well formed, and few entities are left in it. */
export function htmlToText(html: string): string {
  const words = html
    .replace(/<br\s*\/?>|<\/(?:p|h\d|li|tr|dd|dt|blockquote|figcaption)>/g, ' ')
    .replace(/<[^>]*>/g, '');
  return oneLine(words.replace(/&(#39|\w+);/g, (whole, name: string) => entities[name] ?? whole));
}

/** Cuts a text to a length at the end of a word, or at least of a whole character; `…` says so. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  let cut = '';
  for (const character of text) {
    if (cut.length + character.length > most - 1) break;
    cut += character;
  }
  const space = cut.lastIndexOf(' ');
  // A space far back would leave nearly nothing: a very long word is cut instead.
  const whole = space > most / 2 ? cut.slice(0, space) : cut;
  return `${whole.replace(/(?:[\s,;:.–—-]|\u200d|\ufe0f)+$/u, '')}…`;
}
