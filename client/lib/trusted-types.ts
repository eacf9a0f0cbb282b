interface Policy {
  createHTML?(html: string): unknown;
}

interface Factory {
  createPolicy(name: string, rules: { createHTML?: (html: string) => string | null }): Policy;
  defaultPolicy: Policy | null;
}

/** Only some browsers have Trusted Types; elsewhere strings are taken as they are. */
export function trustedTypes(): Factory | undefined {
  return (globalThis as { trustedTypes?: Factory }).trustedTypes;
}
