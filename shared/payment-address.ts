/** Where the embedded backend's payment page stands on this site. */
export const sandboxPath = '/sandbox/pay/';

/**
 * An address that a visitor who wants to pay may be sent to: https, or the sandbox's own page, which is answered as a
 * path of this site. Null for anything else, whoever named it.
 */
export function paymentAddress(pageUrl: unknown, sandboxOrigin: string | null): string | null {
  if (typeof pageUrl !== 'string') return null;
  const base = sandboxOrigin ?? undefined;
  if (!URL.canParse(pageUrl, base)) return null;
  const url = new URL(pageUrl, base);
  if (url.origin === sandboxOrigin && url.pathname.startsWith(sandboxPath)) return url.pathname;
  return url.protocol === 'https:' && url.origin !== sandboxOrigin ? url.href : null;
}
