import { RequestError } from './request-error.ts';

const quote = '"'.charCodeAt(0);
const backslash = '\\'.charCodeAt(0);
const structuralCharacters = new Set(Buffer.from('{[,:'));
/** The maximum number of these characters outside of strings: a message has about 30, and its attachment has 6. */
const maxStructural = 200;
/**
 * The maximum number of escape sequences. Some libraries escape each slash of Base64: an attachment of 13 million
 * characters then has about 200,000.
 */
const maxEscapes = 300_000;

/**
 * Refuses a body before it is parsed if it has too many values or escapes, because parsing millions of them would block
 * all other requests.
 */
export function checkJsonSize(text: Buffer): void {
  let structural = 0;
  let escapes = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === backslash) {
      escapes += 1;
      at += 1;
    } else if (byte === quote) isInString = !isInString;
    else if (!isInString && byte !== undefined && structuralCharacters.has(byte)) structural += 1;
    if (structural > maxStructural || escapes > maxEscapes) throw new RequestError(400, 'badRequest');
  }
}
