/**
 * The same text without what `bindShortWords` and `bindNumbers` added, for machines, titles of windows and plain text.
 * The file is separate, because browsers need this function and not the expressions of typography.ts.
 */
export function unbindWords(text: string): string {
  return text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '');
}
