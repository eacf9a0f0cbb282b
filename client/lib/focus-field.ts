/** Moves the focus to a field, or to the first input of a group of fields, by the element's id. */
export function focusField(id: string): void {
  const element = document.getElementById(id);
  const control = element?.matches('input, textarea')
    ? element
    : element?.querySelector<HTMLElement>('input, textarea');
  control?.focus();
}
