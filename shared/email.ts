/** The pattern of HTML's `<input type="email">`, with a dot in the domain: a host name alone is no public address. */
const pattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** The maximum length of an address in mail (RFC 5321). */
export const maxEmailLength = 254;

/** Whether a text is an e-mail address; spaces around it and the case of its letters do not matter. */
export function isEmail(value: string): boolean {
  const email = value.trim().toLowerCase();
  return email.length <= maxEmailLength && pattern.test(email);
}
