type TextField = HTMLInputElement | HTMLTextAreaElement;

const fieldsOf = (root: ParentNode) => [...root.querySelectorAll<TextField>('.field__input')];

/** Sets the value of a field as if the visitor had typed it: React does not see a change of the property itself. */
function type(field: TextField, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The key of the stored values in the session storage: each page has its own. */
const typedKey = () => `typed ${location.pathname}`;

/**
 * Stores typed values for the next document at the same path, which is this page in another language. The returned
 * function deletes the stored values; it is called if that document is not loaded.
 */
export function storeTypedValues(): () => void {
  const key = typedKey();
  try {
    const values = fieldsOf(document).map(({ name, value }) => [name, value]);
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(values)));
    return () => sessionStorage.removeItem(key);
  } catch {
    // Storage is disabled or full.
    return () => undefined;
  }
}

/** Returns the values that `storeTypedValues` has stored, by the names of the fields, and deletes them there. */
function takeStoredValues(): Record<string, string> {
  try {
    const stored = sessionStorage.getItem(typedKey());
    sessionStorage.removeItem(typedKey());
    // Only `storeTypedValues` writes this item.
    return JSON.parse(stored ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

/**
 * React replaces all elements if anything but the server has changed the page, such as a translator or a password
 * manager. Returns the function that is to be called afterwards: it writes the values of the replaced fields, and the
 * values that the previous document has stored, into the new fields, ticks what was ticked, and moves the focus to the
 * new field.
 */
export function rememberFields(root: HTMLElement): () => void {
  const old = fieldsOf(root);
  const inputs = [...root.querySelectorAll('input')];
  const focused = document.activeElement;
  return () => {
    const stored = takeStoredValues();
    for (const earlier of inputs)
      if (earlier.checked && !earlier.isConnected)
        [...root.querySelectorAll('input')].find((input) => !input.checked && input.isEqualNode(earlier))?.click();
    for (const field of fieldsOf(root)) {
      const earlier = old.find(({ name }) => name === field.name);
      const value = earlier?.value || stored[field.name];
      if (value && value !== field.value) type(field, value);
      // The visitor may have moved the focus to another field meanwhile.
      if (field !== earlier && earlier === focused) field.focus({ preventScroll: true });
    }
  };
}
