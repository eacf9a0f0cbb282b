import { contactFailure } from '#shared/contact-failure.ts';
import { attachmentBytes, attachmentOf, attachmentType, honeypotField, type Topic } from '#shared/contact-limits.ts';
import { check } from '#shared/contracts/check.ts';
import { ContactMessage } from '#shared/contracts/contact.ts';
import { isPdf, pdfSignatureBytes } from '#shared/pdf.ts';
import { sendForm, type SendForm, type SendOptions } from '../lib/send-form.ts';
import type { ContactFailure, ContactValues, FieldErrors } from './contact-form.ts';

export function brokenRules(topic: Topic, values: ContactValues, timestamp: number, file: File | null): FieldErrors {
  const [broken] = check({ ...values, honeypot: '', timestamp }, ContactMessage);
  const missing = attachmentOf[topic] === 'required' && !file;
  return { ...broken, ...(missing ? { attachment: 'attachmentRequired' } : {}) };
}

async function firstBytes(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, pdfSignatureBytes).arrayBuffer());
}

/** A browser that knows no PDF leaves the type out; the first bytes tell. */
export async function fileProblem(file: File): Promise<'fileSize' | 'fileType' | 'fileEmpty' | null> {
  if (file.size > attachmentBytes) return 'fileSize';
  if (file.type !== attachmentType && file.type !== '') return 'fileType';
  if (file.size === 0) return 'fileEmpty';
  return isPdf(await firstBytes(file)) ? null : 'fileType';
}

const isReadable = (file: File): Promise<boolean> =>
  firstBytes(file).then(
    () => true,
    () => false,
  );

export interface Message {
  topic: Topic;
  values: ContactValues;
  timestamp: number;
  file: File | null;
}

function toFormData({ topic, values: { privacyTerms, ...texts }, timestamp, file }: Message): FormData {
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

/** Null for a message that has arrived; otherwise what the visitor is told, and which fields are at fault. */
export async function postMessage(
  message: Message,
  options: SendOptions,
  send: SendForm = sendForm,
): Promise<{ errors?: FieldErrors; news: ContactFailure } | null> {
  // The file may have been moved or changed since it was chosen: then the browser can send nothing at all.
  if (message.file && !(await isReadable(message.file))) return { news: { kind: 'failed', key: 'attachment' } };
  const answer = await send('/api/contact', toFormData(message), options);
  if (answer.status === 200) return null;
  const isVisible = (name: string) => name === 'attachment' || Object.hasOwn(message.values, name);
  const visible = Object.entries(answer.errors ?? {}).filter(([name]) => isVisible(name));
  return {
    errors: visible.length > 0 ? Object.fromEntries(visible) : undefined,
    news: { kind: 'failed', ...contactFailure(answer) },
  };
}
