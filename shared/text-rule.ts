import { keysOf } from './keys-of.ts';

/** Returns the key of the message about what is wrong with a text; null for a text that is right. */
export type TextRule<Problem extends string = string> = (value: string) => Problem | null;

/** Anything but control and format characters, white space, fillers and the replacement character. */
const visible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/u;

/** A rule for a text without the white space around it, which must have a visible character. */
export const textRule =
  <Missing extends string, Invalid extends string>(
    missing: Missing,
    invalid: Invalid,
    isValid: (text: string) => boolean,
  ): TextRule<Missing | Invalid> =>
  (value) => {
    const text = value.trim();
    if (!visible.test(text)) return missing;
    return isValid(text) ? null : invalid;
  };

/** The texts that break a rule, with the message key of each. */
export function findTextErrors<Name extends string, Problem extends string>(
  rules: Record<Name, TextRule<Problem>>,
  values: Record<NoInfer<Name>, string>,
): { [Named in Name]?: Problem } {
  const errors: { [Named in Name]?: Problem } = {};
  for (const name of keysOf(rules)) {
    const problem = rules[name](values[name]);
    if (problem) errors[name] = problem;
  }
  return errors;
}
