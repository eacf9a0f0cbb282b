/** What this site's own edge answers instead of the backend, and the message that each stands for. */
const ofTheEdge = {
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
export type ContactFailureKey = (typeof ofTheEdge)[keyof typeof ofTheEdge] | 'server' | 'failed' | 'sendError';

export interface FailedAnswer {
  /** 0 when there was no answer. */
  status: number;
  error?: string;
  /** Message keys by field: only the edge sends them. */
  errors?: Record<string, string>;
}

/** The row of the error catalogue (spec.md, section 8): the backend's own words, or the key of ours. */
export function contactFailure({ status, error, errors }: FailedAnswer): { text: string } | { key: ContactFailureKey } {
  if (error && Object.hasOwn(ofTheEdge, error)) return { key: ofTheEdge[error as keyof typeof ofTheEdge] };
  if (errors) return { key: 'invalidData' };
  if (status === 0) return { key: 'network' };
  if (status === 500) return { key: 'server' };
  if (error) return { text: error };
  if (status === 429) return { key: 'tooMany' };
  return { key: status === 400 ? 'invalidData' : 'failed' };
}
