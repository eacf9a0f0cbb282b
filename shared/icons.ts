import { asset } from './asset.ts';

/** An icon in the sprite, which holds them all: a request of its own. */
export const spriteHref = (name: string): string => `${asset('icons.svg')}#${name}`;

/** An icon that the server has put into the page itself (server/pages/inline-icons.ts). */
export const inlineId = (name: string): string => `icon-${name}`;
