/** The page that the buyer comes back to, with the id by which it asks for the order's state. */
export function withOrder(redirectUrl: string, id: string): string {
  const url = new URL(redirectUrl);
  url.searchParams.set('order', id);
  return url.href;
}

/** Where the provider reports: the site's own public name, which is that of the page that the buyer comes back to. */
export const webhookUrlFor = (redirectUrl: string) => new URL('/api/monopay/webhook', redirectUrl).href;
