/** 128 random bits in hexadecimal. `crypto.randomUUID` is missing in pages that came over plain http. */
const createRandom = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

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
export function createKeys() {
  let random: string | undefined;
  return {
    keyOf: (content: object): string => `${(random ??= createRandom())}-${hashOf(content)}`,
    /** The random part, to be saved with a draft; undefined where no content can have reached the server. */
    randomPart: (): string | undefined => random,
    /** Continues with the random part of a draft. */
    restore(saved: string | undefined): void {
      random = saved;
    },
    /** Called when the server has stored the content: a later submit of the same content gets a new key. */
    succeeded(): void {
      random = undefined;
    },
  };
}

export type IdempotencyKeys = ReturnType<typeof createKeys>;
