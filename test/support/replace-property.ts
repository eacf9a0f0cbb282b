import type { TestContext } from 'node:test';

/** Gives an object, such as `window`, another property until the test ends, also one that it did not have. */
export function replaceProperty(t: TestContext, target: object, name: string, property: PropertyDescriptor): void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, ...property });
  t.after(() => {
    if (before) Object.defineProperty(target, name, before);
    else Reflect.deleteProperty(target, name);
  });
}
