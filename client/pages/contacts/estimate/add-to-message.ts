/**
 * Adds a text to the message that is being written, below what is there; `earlier`, which was added before, makes way
 * for it. False where there is no such field. React follows the event, because `setRangeText` does not tell it.
 */
export function addToMessage(id: string, text: string, earlier: string): boolean {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLTextAreaElement)) return false;
  const { value } = field;
  const at = earlier ? value.indexOf(earlier) : -1;
  const gap = value.trim() ? '\n\n' : '';
  if (at >= 0) field.setRangeText(text, at, at + earlier.length, 'end');
  else field.setRangeText(gap + text, value.trimEnd().length, value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}
