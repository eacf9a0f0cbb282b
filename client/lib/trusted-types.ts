interface Policy {
  createHTML(html: string): TrustedHTML;
}

interface Factory {
  createPolicy(name: string, rules: { createHTML?: (html: string) => string | null }): Policy;
  defaultPolicy: Policy | null;
}

/** The browser's Trusted Types; undefined in a browser without them, which accepts plain strings. */
export function trustedTypes(): Factory | undefined {
  const scope: typeof globalThis & { trustedTypes?: Factory } = globalThis;
  return scope.trustedTypes;
}
