/** What HTML itself takes for an address, with a dot in the domain: nobody writes to a machine next door. */
const pattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** The longest address that mail can carry (RFC 5321). */
export const longestEmail = 254;

/** spec.md, section 5: checked lowercased against a standard pattern. */
export function isEmail(value: string): boolean {
  const email = value.trim().toLowerCase();
  return email.length <= longestEmail && pattern.test(email);
}
