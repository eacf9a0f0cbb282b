import { contactFailure } from '#shared/contact-failure.ts';
import { attachmentType, type Topic } from '#shared/contact-limits.ts';
import { ownPaths } from '#shared/own-paths.ts';
import type { SendForm, SendOptions } from './send-form.ts';
import {
  startOf,
  visibleErrors,
  type ContactErrors,
  type ContactFailure,
  type ContactValues,
} from './contact-rules.ts';

/** A message with its topic, as it is sent to the server. */
export interface ContactContent extends ContactValues {
  topic: Topic;
  /** When the form was opened or reset, in milliseconds since 1970. */
  timestamp: number;
}

function toFormData({ attachment, ...values }: ContactContent): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, String(value));
  if (attachment) {
    const { name, type } = attachment;
    form.set('attachment', type ? attachment : new File([attachment], name, { type: attachmentType }));
  }
  return form;
}

/** Sends a message; resolves to its success, or to its failure and the errors of fields that the visitor can see. */
export async function postMessage(
  content: ContactContent,
  options: SendOptions,
  send: SendForm,
): Promise<{ success: null } | { errors?: ContactErrors; failure: ContactFailure }> {
  // The browser cannot send a file that was moved or changed after it was chosen.
  if (content.attachment && (await startOf(content.attachment).catch(() => null)) === null)
    return { failure: { key: 'attachment' } };
  const answer = await send(ownPaths.contact, toFormData(content), options);
  if (answer.status === 200) return { success: null };
  return { errors: visibleErrors(answer.errors), failure: contactFailure(answer) };
}
