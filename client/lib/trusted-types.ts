interface Policy {
  createHTML(html: string): TrustedHTML;
}

interface Factory {
  createPolicy(name: string, rules: { createHTML?: (html: string) => string | null }): Policy;
}

/** A policy may be created once for each name. It is state of the browser tab: the server never creates one. */
let policy: Policy | undefined;

/** Marks HTML as safe, so that the policy of the site accepts it. Only the component Html and islands may call it. */
export function trustHtml(html: string): string | TrustedHTML {
  const { trustedTypes }: typeof globalThis & { trustedTypes?: Factory } = globalThis;
  // A browser without Trusted Types accepts plain strings.
  if (!trustedTypes) return html;
  policy ??= trustedTypes.createPolicy('site-html', { createHTML: (text) => text });
  return policy.createHTML(html);
}
