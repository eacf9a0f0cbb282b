/** The three tabs of the contact form (spec.md, section 2). */
export const topics = ['general', 'career', 'legal'] as const;
export type Topic = (typeof topics)[number];

export function isTopic(value: unknown): value is Topic {
  return topics.some((topic) => topic === value);
}

/** Whether a tab has an attachment (spec.md, section 2). */
export const attachmentOf: Record<Topic, 'none' | 'required' | 'optional'> = {
  general: 'none',
  career: 'required',
  legal: 'optional',
};

export const leastName = 2; // spec.md, section 9: names min 2
export const leastMessage = 10; // spec.md, section 9: message min 10
export const attachmentBytes = 10 * 1024 * 1024; // spec.md, section 9: attachment max 10 MB
export const attachmentType = 'application/pdf'; // spec.md, section 9: PDF only
export const leastFillMs = 3000; // spec.md, section 9: minimum fill time

/** Upper limits that the specification leaves open: one message must not be a book. */
export const longest = { name: 100, message: 20_000, fileName: 200 };

/** The longest body of POST /api/contact as JSON, in bytes: the attachment as base64, a message that is all escapes. */
export const contactCallBytes = () => 4 * Math.ceil(attachmentBytes / 3) + longest.message * 8;

/** The honeypot's name in the page: one that no browser and no password manager has a value for. */
export const honeypotField = 'hx7_reserved';
