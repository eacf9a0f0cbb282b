import type { TestContext } from 'node:test';

/** The names that a test has replaced in an object; they are restored once, to what was there before the test. */
const replaced = new WeakMap<TestContext, Map<object, Set<string>>>();

function isFirstReplacement(t: TestContext, target: object, name: string): boolean {
  const objects = replaced.get(t) ?? new Map<object, Set<string>>();
  replaced.set(t, objects);
  const names = objects.get(target) ?? new Set();
  objects.set(target, names);
  if (names.has(name)) return false;
  names.add(name);
  return true;
}

/** Gives an object, such as `window`, another property until the test ends, also one that it did not have. */
export function replaceProperty(t: TestContext, target: object, name: string, property: PropertyDescriptor): void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, ...property });
  // The hooks of a test run in the order in which they were added.
  if (!isFirstReplacement(t, target, name)) return;
  t.after(() => {
    if (before) Object.defineProperty(target, name, before);
    else Reflect.deleteProperty(target, name);
  });
}
