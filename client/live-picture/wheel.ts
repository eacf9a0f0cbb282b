import type { Corner, Wheel } from './moving-parts.ts';
import { rowHeight } from './rows.ts';

/** The distance between the lines of a blade: half of that between the lines of the sky. */
const lineHeight = rowHeight / 2;
/** Half of the thickness of a line at the bright and at the dark edge of a blade. */
const [bright, dark] = [7, 21];
/** How far a line ends outside its blade, and the length of its point. */
const [overhang, pointLength] = [10, 16];
/** The distance between a blade and what is behind it. */
const gap = 30;

/** Draws a part of a line with pointed ends. The part is thinner at the side of the light, as in the still picture. */
function stroke(path: Path2D, from: number, to: number, y: number): void {
  const point = Math.min(pointLength, (to - from) / 2);
  path.moveTo(from, y);
  path.lineTo(from + point, y - bright);
  path.lineTo(to - point, y - dark);
  path.lineTo(to, y);
  path.lineTo(to - point, y + dark);
  path.lineTo(from + point, y + bright);
  path.closePath();
}

/** The corners of a part of a blade, turned by `angle`, in the picture. */
function turned(shape: readonly Corner[], { x, y }: Wheel, angle: number): [x: number, y: number][] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return shape.map(([along, across]) => [x + along * cos - across * sin, y + along * sin + across * cos]);
}

/** Adds a polygon, such as a part of a blade, to a path. */
function traceOutline(path: Path2D, corners: [x: number, y: number][]): void {
  const [first, ...others] = corners;
  if (first) path.moveTo(...first);
  for (const corner of others) path.lineTo(...corner);
  path.closePath();
}

/** Adds the lines of a convex polygon, such as a part of a blade, to a path. */
function traceLines(path: Path2D, corners: [x: number, y: number][]): void {
  const top = Math.min(...corners.map(([, y]) => y));
  const bottom = Math.max(...corners.map(([, y]) => y));
  for (let middle = Math.ceil(top / lineHeight) * lineHeight; middle <= bottom; middle += lineHeight) {
    let [left, right] = [Infinity, -Infinity];
    for (const [position, [toX, toY]] of corners.entries()) {
      const [fromX, fromY] = corners.at(position - 1) ?? [toX, toY];
      const share = (middle - fromY) / (toY - fromY);
      if (!(share >= 0 && share <= 1)) continue;
      const at = fromX + share * (toX - fromX);
      left = Math.min(left, at);
      right = Math.max(right, at);
    }
    if (left < right) stroke(path, left - overhang, right + overhang, middle);
  }
}

/** The turning time of a wheel that starts slowly and reaches its full speed after 0.8 s, in seconds. */
const easedIn = (seconds: number) => (seconds < 0.8 ? seconds ** 2 / 1.6 : seconds - 0.4);

/** Paints the blades of wheels with the fill of the context, and clears what is behind them up to a small distance. */
export function paintBlades(context: CanvasRenderingContext2D, wheels: readonly Wheel[], seconds: number): void {
  const [outlines, lines] = [new Path2D(), new Path2D()];
  for (const wheel of wheels) {
    for (let blade = 0; blade < wheel.blades; blade += 1) {
      const angle = wheel.angle + easedIn(seconds) * wheel.speed + (blade * 2 * Math.PI) / wheel.blades;
      for (const shape of wheel.shapes) {
        const corners = turned(shape, wheel, angle);
        traceOutline(outlines, corners);
        traceLines(lines, corners);
      }
    }
  }
  context.save();
  context.globalCompositeOperation = 'destination-out';
  context.lineWidth = 2 * gap;
  context.fill(outlines);
  context.stroke(outlines);
  context.restore();
  context.fill(lines);
}
