import widths from './letter-widths.json' with { type: 'json' };

const letterWidths: Record<string, number> = widths;

interface Fitted {
  lines: string[];
  /** The font size, in pixels. */
  size: number;
}

/** Lengths in pixels; the sizes are font sizes. */
interface Box {
  width: number;
  height: number;
  maxSize: number;
  minSize: number;
}

export const lineHeight = 1.1;

/**
 * Reduces a text to the characters of the font: accents are removed where necessary, other characters (emoji, other
 * scripts) are left out.
 */
export function drawable(text: string): string {
  const letters = [...text].map((letter) => {
    if (letter in letterWidths) return letter;
    return [...letter.normalize('NFD')].filter((part) => part in letterWidths).join('');
  });
  return letters.join('').replace(/ +/g, ' ').trim();
}

/** The width of a text in thousandths of the font size. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += letterWidths[letter] ?? 0;
  return width;
}

/** Cuts a word that is longer than a line into pieces that fit. */
function cutWord(word: string, maxWidth: number): string[] {
  const parts = [''];
  for (const letter of word) {
    const last = parts.length - 1;
    if (widthOf(parts[last] + letter) > maxWidth && parts[last]) parts.push(letter);
    else parts[last] += letter;
  }
  return parts;
}

function wrap(text: string, maxWidth: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((whole) => cutWord(whole, maxWidth))) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(longer) <= maxWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const wrapAt = (text: string, { width }: Box, size: number) => wrap(text, (width / size) * 1000);

/** The lines of a text that fits its box at a font size without breaking a word; null when it does not fit. */
function findLines(text: string, box: Box, size: number): string[] | null {
  const lines = wrapAt(text, box, size);
  const isBroken = lines.join(' ') !== text;
  return !isBroken && lines.length * size * lineHeight <= box.height ? lines : null;
}

/** Finds the largest font size at which a text fits its box; a text that is too long for the smallest size is cut. */
export function fitText(text: string, box: Box): Fitted {
  const { maxSize, minSize, height } = box;
  for (let size = maxSize; size > minSize; size -= 2) {
    const lines = findLines(text, box, size);
    if (lines) return { lines, size };
  }
  const lines = wrapAt(text, box, minSize);
  const maxLines = Math.floor(height / (minSize * lineHeight));
  if (lines.length <= maxLines) return { lines, size: minSize };
  const shown = lines.slice(0, maxLines);
  shown[maxLines - 1] = `${(shown[maxLines - 1] ?? '').replace(/[\s,;:.–—-]+$/u, '').slice(0, -1)}…`;
  return { lines: shown, size: minSize };
}
