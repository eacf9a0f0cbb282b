type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Sets the value of a field as if the visitor had typed it: React does not see a change of the property itself. */
function type(field: TextField, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * React replaces all elements if anything but the server has changed the page, such as a translator or a password
 * manager. Returns the function that then writes what was typed before into the new fields, and moves the focus there.
 */
export function rememberFields(root: HTMLElement): () => void {
  const old = [...root.querySelectorAll<TextField>('.field__input')];
  const focused = document.activeElement;
  return () => {
    for (const field of old) {
      const next = field.isConnected ? null : root.querySelector<TextField>(`.field__input[name="${field.name}"]`);
      if (!next) continue;
      if (field.value !== next.value) type(next, field.value);
      if (field === focused) next.focus({ preventScroll: true });
    }
  };
}
