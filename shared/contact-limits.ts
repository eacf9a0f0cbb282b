/** The three tabs of the contact form. */
export const topics = ['general', 'career', 'legal'] as const;
export type Topic = (typeof topics)[number];

export function isTopic(value: unknown): value is Topic {
  return topics.some((topic) => topic === value);
}

/** Whether a tab has an attachment: an application needs a CV, a legal letter may carry a document. */
export const attachmentOf: Record<Topic, 'none' | 'required' | 'optional'> = {
  general: 'none',
  career: 'required',
  legal: 'optional',
};

/**
 * How many working days the first answer takes at most; policy.ts has the words. In legal matters that depends on what
 * was asked.
 */
export const replyDays = { general: 1, career: 5, legal: null } as const satisfies Record<Topic, number | null>;

/** In characters after trimming. A name of one letter or a message of one word is a mistake or spam. */
export const minNameLength = 2;
export const minMessageLength = 10;

/** 10 MB: what the backend accepts. */
export const attachmentBytes = 10 * 1024 * 1024;
export const attachmentType = 'application/pdf';

/** A form that is sent sooner than this after it was opened was filled in by a program. */
export const minFillMs = 3000;

/** Upper limits in characters: far above what people write, and low enough that no single message fills the storage. */
export const maxLength = { name: 100, message: 20_000, fileName: 200 };

/**
 * The largest body of POST /api/contact as JSON, in bytes: the attachment as base64, and a message that is all escapes.
 * It is a function, because esbuild leaves an unused function out of the scripts of pages, but not a calculated value.
 */
export const contactCallBytes = () => 4 * Math.ceil(attachmentBytes / 3) + maxLength.message * 8;
