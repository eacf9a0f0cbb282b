/** How each PDF file begins, in ASCII. */
export const pdfSignature = '%PDF-';

/**
 * Whether a file begins like a PDF. The name and the media type are the sender's claim; the first bytes are not. `start`
 * is the beginning of the file as text.
 */
export const isPdf = (start: string): boolean => start.startsWith(pdfSignature);
