import { asset } from './asset.ts';

/** The address of an icon in the sprite, a file that holds all icons. */
export const spriteHref = (name: string): string => `${asset('icons.svg')}#${name}`;

/** The id of an icon that the server has written into the page (server/pages/inline-icons.ts). */
export const inlineId = (name: string): string => `icon-${name}`;
