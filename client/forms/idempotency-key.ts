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

/** JSON has no files: a file is the same when it was chosen again, also after a reload. */
const printFile = (_name: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

/** The hash FNV-1a of a content, in 32 bits: it distinguishes the few contents that one form sends. */
function hashOf(content: object): string {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(content, printFile))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * The idempotency keys of one form: a random part, which is the same until a success, and a hash of the content. So a
 * repeated attempt has the key of the failed attempt with the same content, and the server does the work once even when
 * its first response was lost.
 */
export function createKeys(createKey = createIdempotencyKey) {
  let random: string | undefined;
  return {
    keyOf: (content: object): string => `${(random ??= createKey())}-${hashOf(content)}`,
    /** Called when the server has stored the content: a later submit of the same content gets a new key. */
    succeeded(): void {
      random = undefined;
    },
  };
}
