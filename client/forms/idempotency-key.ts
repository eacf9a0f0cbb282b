/** A random UUID. `crypto.randomUUID` is missing in pages that came over plain http, except on localhost. */
export function createIdempotencyKey(
  random: Pick<Crypto, 'getRandomValues'> & Partial<Pick<Crypto, 'randomUUID'>> = crypto,
): string {
  if (random.randomUUID) return random.randomUUID();
  const bytes = random.getRandomValues(new Uint8Array(16));
  // The version (4, random) and the variant, as RFC 9562 places them.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function isSameContent(one: object, other: object): boolean {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const [first, second] = [one, other].map((content) => new Map<string, unknown>(Object.entries(content)));
  return names.every((name) => Object.is(first?.get(name), second?.get(name)));
}

/**
 * The idempotency keys of one form. A repeated attempt with the same content has the key of the failed attempt, so that
 * the server does the work once even when its first response was lost. `content` is compared member by member.
 */
export function createKeys(createKey = createIdempotencyKey) {
  let failed: { content: object; key: string } | null = null;
  return {
    keyOf(content: object): string {
      if (!failed || !isSameContent(failed.content, content)) failed = { content, key: createKey() };
      return failed.key;
    },
    /** Called when the server has stored the content: a later submit of the same content gets a new key. */
    succeeded(): void {
      failed = null;
    },
  };
}
