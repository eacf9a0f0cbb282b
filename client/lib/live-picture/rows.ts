import type { Line } from './lines.ts';
import { noSwell, swellOf, type Swell, type Touch } from './rings.ts';

/** Lines of one height and colour: the water moves them together. */
export interface Row {
  middle: number;
  lines: Line[];
  /** Their outline in the still picture. */
  still: Path2D;
}

/** Rows of one colour. */
export interface Ink {
  colour: string;
  rows: Row[];
}

/** How far the rows of a page head are apart. */
const rowHeight = 100;

const within = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** The way back along the lower edge, in turn x and y: one array for all lines, because a new one for each line kept the garbage collector busy. */
const lower = new Float32Array(8000);

/** Adds a line to a path, or `isPart` of it: the part in the swell, where it gets corners to bend. */
function traceLine(path: CanvasPath, { middle, corners }: Line, swell: Swell, share: number, isPart: boolean): void {
  let count = 0;
  const corner = (x: number, half: number) => {
    const y = middle - swell.lift(x);
    if (count === 0) path.moveTo(x, y - half * share);
    else path.lineTo(x, y - half * share);
    lower[count] = x;
    lower[count + 1] = y + half * share;
    count += 2;
  };
  let [left = 0, leftHalf = 0] = corners;
  if (!isPart || (left >= swell.from && left <= swell.to)) corner(left, leftHalf);
  for (let at = 2; at < corners.length; at += 2) {
    const [right, rightHalf] = [corners[at] ?? 0, corners[at + 1] ?? 0];
    const [from, to] = [within(swell.from, left, right), within(swell.to, left, right)];
    const steepness = (rightHalf - leftHalf) / (right - left);
    const between = (x: number) => corner(x, leftHalf + (x - left) * steepness);
    if (from < to) {
      if (from > left) between(from);
      // The corners have the same x in every frame. With others the line would flicker.
      for (let x = Math.ceil((from + 1) / swell.edge) * swell.edge; x < to; x += swell.edge) between(x);
      between(to);
    }
    if (!isPart && (to < right || from === right)) corner(right, rightHalf);
    left = right;
    leftHalf = rightHalf;
  }
  for (let at = count - 2; at >= 0; at -= 2) path.lineTo(lower[at] ?? 0, lower[at + 1] ?? 0);
  if (count > 0) path.closePath();
}

/** The outline of a row, of which `share` is left of its thickness. */
export function outline({ lines, still }: Row, swell: Swell, share: number): Path2D {
  if (swell === noSwell && share === 1) return still;
  const path = new Path2D();
  for (const line of lines) traceLine(path, line, swell, share, false);
  return path;
}

/** Puts lines of one height together. */
export function toRows(lines: Line[]): Row[] {
  const rows = new Map<number, Row>();
  for (const line of lines) {
    const row = rows.get(line.middle) ?? { middle: line.middle, lines: [], still: new Path2D() };
    traceLine(row.still, line, noSwell, 1, false);
    row.lines.push(line);
    rows.set(row.middle, row);
  }
  return [...rows.values()];
}

/** Paints the parts of rows anew that rings have reached. */
export function bendRows(
  context: CanvasRenderingContext2D,
  rows: Row[],
  { touches, seconds }: { touches: Touch[]; seconds: number },
  width: number,
): void {
  const scale = context.canvas.width / width;
  const bent: [Row, Swell][] = [];
  for (const row of rows) {
    const swell = swellOf(touches, row.middle, seconds);
    if (swell === noSwell) continue;
    // Whole pixels: an edge through a pixel would be seen.
    swell.from = Math.floor(swell.from * scale) / scale;
    swell.to = Math.ceil(swell.to * scale) / scale;
    context.clearRect(swell.from, row.middle - rowHeight / 2, swell.to - swell.from, rowHeight);
    bent.push([row, swell]);
  }
  // All is clear by then: a bent row may reach into the next one.
  for (const [row, swell] of bent) {
    context.beginPath();
    for (const line of row.lines) traceLine(context, line, swell, 1, true);
    context.fill();
  }
}
