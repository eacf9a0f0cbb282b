const signature = [0x25, 0x50, 0x44, 0x46, 0x2d]; // %PDF-

/** How much of a file `isPdf` needs to see. */
export const pdfSignatureBytes = signature.length;

/** A PDF is known by its first bytes: names and types are what the sender says. */
export function isPdf(firstBytes: Uint8Array): boolean {
  return signature.every((byte, position) => firstBytes[position] === byte);
}
