import type { Line } from './lines.ts';
import { noSwell, swellOf, type Swell, type Touch } from './rings.ts';

/** Lines of one height and colour, which the water moves together. */
export interface Row {
  middle: number;
  lines: Line[];
  /** Their outline in the still picture. */
  still: Path2D;
}

/** Rows of one colour. */
export interface ColouredRows {
  colour: string;
  rows: Row[];
}

/** The distance between the rows in the picture of a page head. */
export const rowHeight = 100;

/** Whether a row has one of the regular heights. Between them there are thin rows, for the edges of slanted objects. */
export const hasRegularHeight = (middle: number): boolean => Math.abs((middle % rowHeight) - rowHeight / 2) < 3;

const within = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/**
 * The lower edge of a line, x and y in turn, while the line is traced from right to left. All lines share one array,
 * because a new array for each line gave the garbage collector too much work.
 */
const lower = new Float32Array(8000);

/**
 * Adds a line to a path, or only its part inside the swell when `isPart` is true. Inside the swell the line gets
 * additional corners so that it can bend.
 */
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
      // The corners have the same x in every frame, because the line would flicker otherwise.
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

/** The outline of a row with its thickness multiplied by `share`. */
export function outline({ lines, still }: Row, swell: Swell, share: number): Path2D {
  if (swell === noSwell && share === 1) return still;
  const path = new Path2D();
  for (const line of lines) traceLine(path, line, swell, share, false);
  return path;
}

/** Groups lines of one height. */
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

/** Repaints the parts of rows that rings have reached. */
export function bendRows(
  context: CanvasRenderingContext2D,
  rows: Row[],
  { touches, seconds }: { touches: Touch[]; seconds: number },
  width: number,
): void {
  const scale = context.canvas.width / width;
  const bent: [Row, Swell][] = [];
  for (const row of rows) {
    // Thin rows bend together with the row that they lie in.
    const middle = Math.floor(row.middle / rowHeight) * rowHeight + rowHeight / 2;
    const swell = swellOf(touches, middle, seconds);
    if (swell === noSwell) continue;
    // Whole pixels, because an edge inside a pixel would be visible.
    swell.from = Math.floor(swell.from * scale) / scale;
    swell.to = Math.ceil(swell.to * scale) / scale;
    context.clearRect(swell.from, middle - rowHeight / 2, swell.to - swell.from, rowHeight);
    bent.push([row, swell]);
  }
  // All parts are cleared before this loop, because a bent row may reach into the next one.
  for (const [row, swell] of bent) {
    context.beginPath();
    for (const line of row.lines) traceLine(context, line, swell, 1, true);
    context.fill();
  }
}
