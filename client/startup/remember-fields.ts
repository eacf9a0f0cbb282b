type TextField = HTMLInputElement | HTMLTextAreaElement;

const fieldsOf = (root: ParentNode) => [...root.querySelectorAll<TextField>('.field__input')];

/** Sets the value of a field as if the visitor had typed it: React does not see a change of the property itself. */
function type(field: TextField, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Carries what is typed to the document that is about to replace this one at the same path, in another language. */
export function carryFields(): void {
  try {
    const values = fieldsOf(document).map(({ name, value }) => [name, value]);
    sessionStorage.setItem(location.pathname, JSON.stringify(Object.fromEntries(values)));
  } catch {
    // Storage is disabled or full.
  }
}

/** Returns the values that `carryFields` has stored, by the names of the fields, and removes them. */
function takeCarried(): Record<string, string> {
  try {
    const stored = sessionStorage.getItem(location.pathname);
    sessionStorage.removeItem(location.pathname);
    // Only `carryFields` writes it.
    return JSON.parse(stored ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

/**
 * React replaces all elements if anything but the server has changed the page, such as a translator or a password
 * manager. Returns the function that then writes what was typed before, in this document or in one that has carried it
 * here, into the new fields, and moves the focus there.
 */
export function rememberFields(root: HTMLElement): () => void {
  const old = fieldsOf(root);
  const focused = document.activeElement;
  return () => {
    const carried = takeCarried();
    for (const field of fieldsOf(root)) {
      const before = old.find(({ name }) => name === field.name);
      const value = before?.value || carried[field.name];
      if (value && value !== field.value) type(field, value);
      if (before && before === focused) field.focus({ preventScroll: true });
    }
  };
}
