import { createPart } from '../lib/part.tsx';

/** What opens without a script, and what every page ends in. */
export const MobileMenu = createPart(async () => (await import('./mobile-menu.tsx')).MobileMenu);
export const Footer = createPart(async () => (await import('./footer.tsx')).Footer);

export const layoutParts = [MobileMenu, Footer];
