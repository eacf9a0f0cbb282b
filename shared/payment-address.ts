/** The path of the embedded backend's payment page on this site. */
export const sandboxPath = '/sandbox/pay/';
/** The same with the id of the invoice. */
export const sandboxPattern = `${sandboxPath}:id` as const;

/**
 * The address that a visitor who wants to pay may be sent to: any https address, or the sandbox's page, which is
 * returned as a path of this site. Null for anything else, because the address comes from another system.
 */
export function paymentAddress(pageUrl: unknown, sandboxOrigin: string | null): string | null {
  if (typeof pageUrl !== 'string') return null;
  const base = sandboxOrigin ?? undefined;
  if (!URL.canParse(pageUrl, base)) return null;
  const url = new URL(pageUrl, base);
  if (url.origin === sandboxOrigin && url.pathname.startsWith(sandboxPath)) return url.pathname;
  return url.protocol === 'https:' && url.origin !== sandboxOrigin ? url.href : null;
}
