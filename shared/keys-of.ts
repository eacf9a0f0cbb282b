/** Whether a name is a key of an object whose type names all of its keys. */
export const isKeyOf = <Key extends string>(object: Readonly<Record<Key, unknown>>, name: string): name is Key =>
  Object.hasOwn(object, name);

/** Returns the keys of an object whose type names all of its keys. */
export function keysOf<Key extends string>(object: Readonly<Record<Key, unknown>>): Key[] {
  // Object.keys gives string[] for any object; an object whose type names all of its keys has no others.
  return Object.keys(object) as Key[];
}
