/** Returns the page to which the buyer returns, with the order id as a parameter. */
export function withOrder(redirectUrl: string, id: string): string {
  const url = new URL(redirectUrl);
  url.searchParams.set('order', id);
  return url.href;
}

/** Returns the webhook address at the public origin of the site, which is the origin of `redirectUrl`. */
export const webhookUrlFor = (redirectUrl: string) => new URL('/api/monopay/webhook', redirectUrl).href;
