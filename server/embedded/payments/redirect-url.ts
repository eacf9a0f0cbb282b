/** The page that the buyer comes back to, with the id by which it asks for the order's state. */
export function withOrder(redirectUrl: string, id: string): string {
  const url = new URL(redirectUrl);
  url.searchParams.set('order', id);
  return url.href;
}

/** The address that the provider reports to: at the public origin of the site, which `redirectUrl` has too. */
export const webhookUrlFor = (redirectUrl: string) => new URL('/api/monopay/webhook', redirectUrl).href;
