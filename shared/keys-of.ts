/** Whether a name is a key of an object whose type names all of its keys. */
export const isKeyOf = <Key extends string>(object: Readonly<Record<Key, unknown>>, name: string): name is Key =>
  Object.hasOwn(object, name);

/** Returns the keys of an object whose type names all of its keys. */
export function keysOf<Key extends string>(object: Readonly<Record<Key, unknown>>): Key[] {
  // TypeScript gives string[], because an object may have more properties than its type.
  return Object.keys(object) as Key[];
}
