import widths from './letter-widths.json' with { type: 'json' };

const letterWidths: Record<string, number> = widths;

interface Fitted {
  lines: string[];
  /** Of the type, in pixels. */
  size: number;
}

/** In pixels; the sizes are those of the type. */
interface Box {
  width: number;
  height: number;
  maxSize: number;
  minSize: number;
}

export const lineHeight = 1.1;

/** Letters that the font has; what can lose its accent does, the rest (emoji, other scripts) is left out. */
export function drawable(text: string): string {
  const letters = [...text].map((letter) => {
    if (letter in letterWidths) return letter;
    return [...letter.normalize('NFD')].filter((part) => part in letterWidths).join('');
  });
  return letters.join('').replace(/ +/g, ' ').trim();
}

/** In thousandths of the type size. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += letterWidths[letter] ?? 0;
  return width;
}

/** A word that no line holds is cut into pieces that fit. */
function pieces(word: string, maxWidth: number): string[] {
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
  for (const word of text.split(' ').flatMap((whole) => pieces(whole, maxWidth))) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(longer) <= maxWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const wrapAt = (text: string, { width }: Box, size: number) => wrap(text, (width / size) * 1000);

/** The lines of a text that fits its box in a size of type without breaking a word; null for one that does not. */
function findLines(text: string, box: Box, size: number): string[] | null {
  const lines = wrapAt(text, box, size);
  const isBroken = lines.join(' ') !== text;
  return !isBroken && lines.length * size * lineHeight <= box.height ? lines : null;
}

/** The largest type in which a text fits its box; a text that never does is cut at the smallest. */
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
