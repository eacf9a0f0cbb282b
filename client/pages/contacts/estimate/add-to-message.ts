/**
 * Returns a message with a text added below what the visitor has written. `earlier` is the text that was added before,
 * or '': the new text replaces it, unless the visitor has changed it.
 */
export function addToMessage(message: string, text: string, earlier: string): string {
  // A function, because `$` has a meaning in a replacement string.
  if (earlier && message.includes(earlier)) return message.replace(earlier, () => text);
  const written = message.trimEnd();
  return written ? `${written}\n\n${text}` : text;
}
