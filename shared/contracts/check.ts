import { create, validate, type Struct, type StructError } from 'superstruct';

/** What is wrong is printed into the library's messages, and thousands of levels of it overflow the stack. */
function validateAnyDepth<T>(
  value: unknown,
  contract: Struct<T, unknown>,
): ReturnType<typeof validate<T, unknown>> | null {
  try {
    return validate(value, contract);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The only door to superstruct's checking, so that the library can be swapped in one place. */
export function check<T>(
  value: unknown,
  contract: Struct<T, unknown>,
): [errors: Record<string, string>, value: undefined] | [errors: null, value: T] {
  const result = validateAnyDepth(value, contract);
  if (!result) return [{ body: 'invalid' }, undefined];
  const [error, checked] = result;
  return error ? [brokenRules(error), undefined] : [null, checked];
}

/** Throws a StructError when the value is not what the contract says. */
export function believe<T>(value: unknown, contract: Struct<T, unknown>): T {
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
