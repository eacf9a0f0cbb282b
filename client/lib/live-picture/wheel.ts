import type { Line } from './lines.ts';
import type { Wheel } from './moving-parts.ts';

/** Half of the thickness that a line of the sky has, and of one that draws a blade. */
const thin = 5;
const thick = 33;
/** A line that is shorter than this draws a part of a blade alone. */
const maxBladePart = 1500;

const isInside = ({ x, y, radius }: Wheel, pointX: number, middle: number): boolean =>
  Math.hypot(pointX - x, middle - y) < radius * 1.04;

/** Half of the thickness of a line at `x`: where blades turn, the still ones are left out. */
export function withoutBlades(wheels: Wheel[], { middle }: Line, x: number, half: number): number {
  if (!wheels.some((wheel) => isInside(wheel, x, middle))) return half;
  return Math.max(-thin, Math.min(thin, half));
}

/** Whether a line of the still picture is nothing but a part of a blade: the turning one takes its place. */
export function drawsBlade(wheel: Wheel, { middle, corners }: Line): boolean {
  const across = corners.filter((_value, at) => at % 2 === 0);
  const [left, right] = [Math.min(...across), Math.max(...across)];
  return right - left < maxBladePart && isInside(wheel, left, middle) && isInside(wheel, right, middle);
}

/** A thick part of a line, with pointed ends as the engraver leaves them. */
function stroke(path: Path2D, from: number, to: number, y: number): void {
  const point = Math.min(40, (to - from) / 2);
  path.moveTo(from, y);
  path.lineTo(from + point, y - thick);
  path.lineTo(to - point, y - thick);
  path.lineTo(to, y);
  path.lineTo(to - point, y + thick);
  path.lineTo(from + point, y + thick);
  path.closePath();
}

/** The part of a line that a blade covers, from left to right; null where they do not meet. */
function crossing({ x, y, radius, blade: [root, tip] }: Wheel, angle: number, middle: number): [number, number] | null {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = [
    [-root * sin, root * cos],
    [radius * cos - tip * sin, radius * sin + tip * cos],
    [radius * cos + tip * sin, radius * sin - tip * cos],
    [root * sin, -root * cos],
  ] as const;
  const found: number[] = [];
  corners.forEach(([fromX, fromY], position) => {
    const [toX, toY] = corners[(position + 1) % 4] ?? corners[0];
    const share = (middle - y - fromY) / (toY - fromY);
    if (share >= 0 && share <= 1) found.push(x + fromX + share * (toX - fromX));
  });
  return found.length > 1 ? [Math.min(...found), Math.max(...found)] : null;
}

/** Draws the blades and the tower behind them where they cross the lines whose middles are given. */
export function traceWheel(path: Path2D, wheel: Wheel, middles: number[], seconds: number): void {
  const [left, right, foot] = wheel.tower;
  for (const middle of middles) {
    if (middle > wheel.y && middle < foot) stroke(path, left, right, middle);
    for (let blade = 0; blade < wheel.blades; blade += 1) {
      const angle = wheel.angle + seconds * wheel.speed + (blade * 2 * Math.PI) / wheel.blades;
      const part = crossing(wheel, angle, middle);
      if (part) stroke(path, part[0] - 30, part[1] + 30, middle);
    }
  }
}
