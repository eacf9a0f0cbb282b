import { attachmentBytes, attachmentOf, attachmentType, honeypotField, type Topic } from '#shared/contact-limits.ts';
import { check } from '#shared/contracts/check.ts';
import { ContactMessage } from '#shared/contracts/contact.ts';
import { isPdf, pdfSignatureBytes } from '#shared/pdf.ts';
import type { ContactValues, FieldErrors } from './contact-form.ts';

export { contactFailure } from '#shared/contact-failure.ts';

export function brokenRules(topic: Topic, values: ContactValues, timestamp: number, file: File | null): FieldErrors {
  const [broken] = check({ ...values, honeypot: '', timestamp }, ContactMessage);
  const missing = attachmentOf[topic] === 'required' && !file;
  return { ...broken, ...(missing ? { attachment: 'attachmentRequired' } : {}) };
}

async function firstBytes(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, pdfSignatureBytes).arrayBuffer());
}

/** A browser that knows no PDF leaves the type out; the first bytes tell. */
export async function fileProblem(file: File): Promise<'fileSize' | 'fileType' | null> {
  if (file.size > attachmentBytes) return 'fileSize';
  if (file.type !== attachmentType && file.type !== '') return 'fileType';
  return isPdf(await firstBytes(file)) ? null : 'fileType';
}

export const isReadable = (file: File): Promise<boolean> =>
  firstBytes(file).then(
    () => true,
    () => false,
  );

export function toFormData(
  topic: Topic,
  { privacyTerms, ...texts }: ContactValues,
  timestamp: number,
  file: File | null,
): FormData {
  const form = new FormData();
  const fields = {
    topic,
    ...texts,
    privacyTerms: String(privacyTerms),
    [honeypotField]: '',
    timestamp: String(timestamp),
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set('attachment', file.type ? file : new File([file], file.name, { type: attachmentType }));
  return form;
}
