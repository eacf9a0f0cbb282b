const signature = [0x25, 0x50, 0x44, 0x46, 0x2d]; // %PDF-

/** How many first bytes of a file `isPdf` reads. */
export const pdfSignatureBytes = signature.length;

/** Whether a file begins like a PDF. The name and the media type are the sender's claim; the first bytes are not. */
export function isPdf(firstBytes: Uint8Array): boolean {
  return signature.every((byte, position) => firstBytes[position] === byte);
}
