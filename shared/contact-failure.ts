import type { PostAnswer } from './api.ts';
import { isKeyOf } from './keys-of.ts';

/** Error codes of this site's own server, and the message key that each of them stands for. */
const keyOfCode = {
  backendSilent: 'network',
  backendRefused: 'network',
  busy: 'server',
  tooMany: 'tooMany',
  tooLarge: 'tooLarge',
  fileSize: 'fileSize',
  fileType: 'fileType',
  fileEmpty: 'fileEmpty',
  attachment: 'attachment',
  tooFastError: 'tooFastError',
  botDetected: 'submissionError',
  badRequest: 'invalidData',
  unsupportedType: 'invalidData',
} as const;

/** Keys under contactForm.errors in locales/<language>/contacts.json. */
export type ContactFailureKey = (typeof keyOfCode)[keyof typeof keyOfCode] | 'failed';

/** Returns the text to show for a refused message: the backend's own words, or the key of one of our texts. */
export function contactFailure({ status, error, errors }: PostAnswer): { text: string } | { key: ContactFailureKey } {
  if (error && isKeyOf(keyOfCode, error)) return { key: keyOfCode[error] };
  if (errors) return { key: 'invalidData' };
  if (status === 0) return { key: 'network' };
  if (status === 500) return { key: 'server' };
  if (error && error !== 'failed') return { text: error };
  if (status === 429) return { key: 'tooMany' };
  return { key: status === 400 ? 'invalidData' : 'failed' };
}
