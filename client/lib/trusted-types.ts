interface Policy {
  createHTML?(html: string): unknown;
}

interface Factory {
  createPolicy(name: string, rules: { createHTML?: (html: string) => string | null }): Policy;
  defaultPolicy: Policy | null;
}

/** The browser's Trusted Types; undefined in a browser without them, which accepts plain strings. */
export function trustedTypes(): Factory | undefined {
  return (globalThis as { trustedTypes?: Factory }).trustedTypes;
}
