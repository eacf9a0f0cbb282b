import { honeypotField } from '#shared/hidden-fields.ts';

/** A valid message, opened a minute ago. */
export const goodMessage = () => ({
  firstName: 'Olha',
  lastName: 'Kovalenko',
  email: 'olha@example.com',
  message: 'We need a harbour pilot.',
  privacyTerms: true,
  honeypot: '',
  timestamp: Date.now() - 60_000,
});

/** A PDF of exactly so many bytes. */
export function pdf(bytes = 1000): Buffer<ArrayBuffer> {
  const content = Buffer.alloc(bytes, 0x20);
  content.write('%PDF-1.7\n');
  return content;
}

/** The form as browsers post it. */
export function contactFormData(
  changes: Record<string, string> = {},
  file?: { content: Buffer<ArrayBuffer>; name?: string; type?: string },
): FormData {
  const { honeypot, privacyTerms: _, timestamp, ...texts } = goodMessage();
  const fields = {
    topic: file ? 'career' : 'general',
    ...texts,
    privacyTerms: 'true',
    [honeypotField]: honeypot,
    timestamp: String(timestamp),
    ...changes,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file)
    form.set('attachment', new Blob([file.content], { type: file.type ?? 'application/pdf' }), file.name ?? 'cv.pdf');
  return form;
}

export const base64 = (content: Buffer) => content.toString('base64');

/** The parts of a form that is written by hand, with the boundary `cut`. */
export const multipart = { 'content-type': 'multipart/form-data; boundary=cut' };
export const partHead = (name: string, extra = '') =>
  `--cut\r\nContent-Disposition: form-data; name="${name}"${extra}\r\n`;

/** Returns the errors of a message from the response of the site. */
export const readErrors = async (answer: Response) =>
  (await answer.json()) as { error?: string; errors?: Record<string, string> };
