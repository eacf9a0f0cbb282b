/** As many entries as a list has unless told otherwise: a terminal's history shows them without loss. */
export const defaultLimit = 50;

/** The number of entries or of a page, from 1 on, as it is typed. */
export const isCount = (text: string): boolean => /^[1-9]\d{0,5}$/.test(text);

/** Text on one line; control characters in what visitors wrote could move the cursor of the reader's terminal. */
export const toTerminalLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

/** The same for a text of several lines. */
export const toTerminalText = (text: string): string => text.replace(/[^\P{Cc}\n]+/gu, ' ');
