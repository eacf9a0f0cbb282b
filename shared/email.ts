/** The pattern of HTML's `<input type="email">`, with a dot in the domain: a host name alone is no public address. */
const pattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** The maximum length of an address in mail (RFC 5321). */
export const maxEmailLength = 254;

/**
 * A typed address without the white space around it and without format characters, such as zero-width spaces and marks
 * of direction. Copied addresses contain them, and visitors cannot see them.
 */
export const cleanEmail = (typed: string): string => typed.replace(/\p{Cf}/gu, '').trim();

/** Whether a typed text is an e-mail address when it is cleaned. */
export function isEmail(typed: string): boolean {
  const email = cleanEmail(typed);
  return email.length <= maxEmailLength && pattern.test(email);
}
