import widths from './letter-widths.json' with { type: 'json' };

const letterWidths: Record<string, number> = widths;

interface Fitted {
  lines: string[];
  size: number;
}

interface Box {
  width: number;
  height: number;
  largest: number;
  smallest: number;
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
function pieces(word: string, most: number): string[] {
  const parts = [''];
  for (const letter of word) {
    const last = parts.length - 1;
    if (widthOf(parts[last] + letter) > most && parts[last]) parts.push(letter);
    else parts[last] += letter;
  }
  return parts;
}

function wrap(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((whole) => pieces(whole, most))) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(longer) <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** No word is broken unless it is longer than a line of the smallest type. */
function holds(text: string, { width, height }: Box, size: number): string[] | null {
  const most = (width / size) * 1000;
  const lines = wrap(text, most);
  const broken = lines.join(' ') !== text;
  return !broken && lines.length * size * lineHeight <= height ? lines : null;
}

/** The largest type in which a text fits its box; a text that never does is cut at the smallest. */
export function fitText(text: string, box: Box): Fitted {
  for (let size = box.largest; size > box.smallest; size -= 2) {
    const lines = holds(text, box, size);
    if (lines) return { lines, size };
  }
  const lines = wrap(text, (box.width / box.smallest) * 1000);
  const most = Math.floor(box.height / (box.smallest * lineHeight));
  if (lines.length <= most) return { lines, size: box.smallest };
  const shown = lines.slice(0, most);
  shown[most - 1] = `${(shown[most - 1] ?? '').replace(/[\s,;:.–—-]+$/u, '').slice(0, -1)}…`;
  return { lines: shown, size: box.smallest };
}
