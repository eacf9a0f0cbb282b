import { RequestError } from './request-error.ts';

const quote = '"'.charCodeAt(0);
const backslash = '\\'.charCodeAt(0);
const structure = new Set(Buffer.from('{[,:'));
/** The maximum number of parts: a message has about 12 fields, and its attachment has 3. */
const maxParts = 200;
/**
 * The maximum number of escape sequences. Some libraries escape each slash of Base64: an attachment of 13 million
 * characters then has about 200,000.
 */
const maxEscapes = 300_000;

/**
 * Refuses a body before it is parsed if it has too many parts or escapes, because parsing millions of them would block
 * all other requests.
 */
export function checkParts(text: Buffer): void {
  let parts = 0;
  let escapes = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === backslash) {
      escapes += 1;
      at += 1;
    } else if (byte === quote) isInString = !isInString;
    else if (!isInString && byte !== undefined && structure.has(byte)) parts += 1;
    if (parts > maxParts || escapes > maxEscapes) throw new RequestError(400, 'badRequest');
  }
}
