/** The default number of listed entries fits into the history of a terminal. */
export const defaultLimit = 50;

/** Returns true for a positive number of up to six digits. */
export const isCount = (text: string): boolean => /^[1-9]\d{0,5}$/.test(text);

/**
 * Puts a text on one line. Control characters are replaced, because they could move the cursor of the reader's
 * terminal.
 */
export const toTerminalLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

/** Replaces control characters as above, but keeps line breaks. */
export const toTerminalText = (text: string): string => text.replace(/[^\P{Cc}\n]+/gu, ' ');

/** Returns a number with its noun, such as “1 comment” or “2 comments”. */
export const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
