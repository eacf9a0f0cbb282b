import { createPart } from '../lib/part.tsx';

/** Every page ends in it. */
export const Footer = createPart(async () => (await import('./footer.tsx')).Footer);

export const layoutParts = [Footer];
