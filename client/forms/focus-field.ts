/** Focuses the element with this id, or the first input inside it when it is a group of fields. */
export function focusField(id: string): void {
  const element = document.getElementById(id);
  const control = element?.matches('input, textarea')
    ? element
    : element?.querySelector<HTMLElement>('input, textarea');
  control?.focus();
}
