import type { Corner, Wheel } from './moving-parts.ts';

/** Half of the thickness of a line at the bright and at the dark edge of a blade. */
const [bright, dark] = [16, 42];

/** Draws a part of a line with pointed ends. The part is thinner at the side of the light, as in the still picture. */
function stroke(path: Path2D, from: number, to: number, y: number): void {
  const point = Math.min(40, (to - from) / 2);
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

/** Draws the parts of the lines that a convex polygon covers, such as a part of a blade. */
function traceShape(path: Path2D, corners: [x: number, y: number][], middles: number[]): void {
  const top = Math.min(...corners.map(([, y]) => y));
  const bottom = Math.max(...corners.map(([, y]) => y));
  for (const middle of middles) {
    if (middle < top || middle > bottom) continue;
    let [left, right] = [Infinity, -Infinity];
    for (const [position, [toX, toY]] of corners.entries()) {
      const [fromX, fromY] = corners.at(position - 1) ?? [toX, toY];
      const share = (middle - fromY) / (toY - fromY);
      if (!(share >= 0 && share <= 1)) continue;
      const at = fromX + share * (toX - fromX);
      left = Math.min(left, at);
      right = Math.max(right, at);
    }
    if (left < right) stroke(path, left - 30, right + 30, middle);
  }
}

/** The turning time of a wheel that starts slowly and reaches its full speed after 0.8 s, in seconds. */
const easedIn = (seconds: number) => (seconds < 0.8 ? seconds ** 2 / 1.6 : seconds - 0.4);

/** Draws the blades at the rows with the given middles. */
export function traceBlades(path: Path2D, wheel: Wheel, middles: number[], seconds: number): void {
  for (let blade = 0; blade < wheel.blades; blade += 1) {
    const angle = wheel.angle + easedIn(seconds) * wheel.speed + (blade * 2 * Math.PI) / wheel.blades;
    for (const shape of wheel.shapes) traceShape(path, turned(shape, wheel, angle), middles);
  }
}
