import { create, validate, type Struct, type StructError } from 'superstruct';

/** A message, an article and an invoice have far fewer values and levels of nesting than this. */
const maxValues = 1000;
const maxLevels = 20;

/**
 * Whether a value is small enough to be checked: superstruct makes an error for every value that is wrong, and printing
 * a value that is nested thousands of levels deep overflows the stack.
 */
function isWithinLimits(value: unknown): boolean {
  let values = 0;
  function count(part: unknown, level: number): boolean {
    if (typeof part !== 'object' || part === null) return true;
    const inner: unknown[] = Array.isArray(part) ? part : Object.values(part);
    values += inner.length;
    return values <= maxValues && level < maxLevels && inner.every((deeper) => count(deeper, level + 1));
  }
  return count(value, 0);
}

/** Whether JSON has replaced the method that converts an object to a string, as in `{"toString":1}`. */
const isUnprintable = (value: object) => Object.hasOwn(value, 'toString');

/**
 * The value with NaN, which no contract accepts, in place of every object that cannot be converted to a string:
 * superstruct prints the value that is wrong into its error message, and would throw a TypeError instead of reporting
 * the error.
 */
function withoutUnprintable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isUnprintable(value)) return NaN;
  if (Array.isArray(value)) return value.map(withoutUnprintable);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutUnprintable(inner)]));
}

/**
 * Checks a value of unknown shape against a contract. This is the only module that calls superstruct's checking, so
 * that the library can be replaced in one place. `errors` has one message key for each field that is wrong, by its
 * path.
 */
export function check<T>(
  value: unknown,
  contract: Struct<T, unknown>,
): [errors: Record<string, string>, value: undefined] | [errors: null, value: T] {
  if (!isWithinLimits(value)) return [{ body: 'invalid' }, undefined];
  const [error, checked] = validate(withoutUnprintable(value), contract);
  return error ? [firstErrors(error), undefined] : [null, checked];
}

/** The value in the shape of its contract; throws when the value does not fit. */
export function parse<T>(value: unknown, contract: Struct<T, unknown>): T {
  if (!isWithinLimits(value)) throw new Error('the value has too many parts');
  return create(withoutUnprintable(value), contract);
}

/** The message key of the first rule that each field breaks. */
function firstErrors(error: StructError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, refinement } of error.failures()) {
    errors[path.map(String).join('.') || 'body'] ??= refinement ?? 'invalid';
  }
  return errors;
}
