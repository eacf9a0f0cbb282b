import { createPart } from '../../lib/part.tsx';

/** Two of the three tabs have it. */
export const AttachmentField = createPart(async () => (await import('./attachment-field.tsx')).AttachmentField);

export const FindUs = createPart(async () => (await import('./find-us.tsx')).FindUs);
export const WhatNext = createPart(async () => (await import('./what-next.tsx')).WhatNext);
export const Sent = createPart(async () => (await import('./sent.tsx')).Sent);
