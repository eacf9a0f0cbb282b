import { create, validate, type Struct, type StructError } from 'superstruct';

/** A message, an article or an invoice has far fewer parts and levels. */
const mostParts = 1000;
const mostLevels = 20;

/**
 * Whether a value is small enough to be looked at: the library makes an error of every part too many, and printing what
 * lies thousands of levels deep overflows the stack.
 */
function isModest(value: unknown): boolean {
  let parts = 0;
  function count(part: unknown, level: number): boolean {
    if (typeof part !== 'object' || part === null) return true;
    const inner: unknown[] = Array.isArray(part) ? part : Object.values(part);
    parts += inner.length;
    return parts <= mostParts && level < mostLevels && inner.every((deeper) => count(deeper, level + 1));
  }
  return count(value, 0);
}

/** The only door to superstruct's checking, so that the library can be swapped in one place. */
export function check<T>(
  value: unknown,
  contract: Struct<T, unknown>,
): [errors: Record<string, string>, value: undefined] | [errors: null, value: T] {
  if (!isModest(value)) return [{ body: 'invalid' }, undefined];
  const [error, checked] = validate(value, contract);
  return error ? [brokenRules(error), undefined] : [null, checked];
}

/** The value as its contract has it; throws when it is something else. */
export function parse<T>(value: unknown, contract: Struct<T, unknown>): T {
  if (!isModest(value)) throw new Error('the value has too many parts');
  return create(value, contract);
}

/** One message key per field: the first rule it breaks. */
function brokenRules(error: StructError): Record<string, string> {
  const rules: Record<string, string> = {};
  for (const { path, refinement } of error.failures()) {
    rules[path.map(String).join('.') || 'body'] ??= refinement ?? 'invalid';
  }
  return rules;
}
