/**
 * The picture's size, its lines and its horizon, in its own units. static/art/estimate.svg has a line of the sky or the
 * sea on every second of them.
 */
export const picture = { width: 1200, height: 480, gap: 6, horizon: 300 };

/** Half of the thickness of a line in full ink. */
const ink = 2.6;

/** A part of a line, in shares of the figure's height from its middle, and how much ink it gets. */
interface Span {
  from: number;
  to: number;
  tone: number;
}

/** A part of a line in full ink, with its middle and half of its width. */
const part = (middle: number, half: number): Span => ({ from: middle - half, to: middle + half, tone: 1 });

/** The spans of both legs or both arms on one line, at the same distance from the middle; a raised leg has no span. */
const pair = (distance: number, half: number, isRaised = (_side: number) => false): Span[] =>
  [-1, 1].flatMap((side) => (isRaised(side) ? [] : part(side * distance, half)));

/**
 * Returns the parts of the figure that a line at the height `up` crosses, from feet (0) to hat (1). `step` goes from -1
 * to 1: which foot is raised, and how far.
 */
function bodyAt(up: number, step: number): Span[] {
  if (up < 0 || up > 1) return [];
  if (up < 0.44) return pair(0.05 + 0.15 * (0.44 - up), 0.048, (side) => up < side * step * 0.07);
  const arms = up < 0.76 ? pair(0.148 + 0.11 * (0.76 - up), 0.032) : [];
  if (up < 0.8) return [part(0, up < 0.76 ? 0.092 + 0.08 * (up - 0.44) : 0.16), ...arms];
  if (up < 0.91) return [part(0, 0.05 + 0.02 * Math.sin((up - 0.8) * 28))];
  return [part(0, up < 0.94 ? 0.12 : 0.065)];
}

/** A thick part of a line with pointed ends; the side away from the sun has more ink. */
function stroke(from: number, to: number, y: number, tone: number): string {
  const point = Math.min(4, (to - from) / 3);
  const [dark, light] = [ink * tone, ink * tone * 0.66];
  const units = [
    from,
    y,
    from + point,
    y - dark,
    to - point,
    y - light,
    to,
    y,
    to - point,
    y + light,
    from + point,
    y + dark,
  ];
  const [x, top, ...rest] = units.map((value) => Math.round(value * 10));
  return `M${x} ${top}L${rest.join(' ')}z`;
}

/**
 * The height of the walker at a distance of `weeks`, in units of the picture. It decreases faster than in a true
 * perspective, so that each added system changes the picture visibly.
 */
const heightAt = (weeks: number) => 600 * (12 / (weeks + 12)) ** 1.4;

/**
 * The path of a walker, drawn by thickening the lines of the picture; in tenths of its units. `weeks` is how far away
 * the walker is, `step` from -1 to 1 which leg is lifted.
 */
export function drawWalker(weeks: number, step = 0): string {
  const { gap, horizon, height } = picture;
  const size = heightAt(weeks);
  const foot = horizon + size * 0.42;
  const x = 930 - size;
  let path = '';
  for (let line = 0; (line + 0.5) * gap < height; line += 1) {
    const y = (line + 0.5) * gap;
    const up = (foot - y) / size;
    // A shadow falls towards the viewer, away from the sun.
    const shadow: Span[] =
      up < 0 && up > -0.4 ? [{ from: up * 0.9 - 0.13, to: up * 0.9 + 0.13, tone: 0.55 * (1 + up * 2.2) }] : [];
    for (const { from, to, tone } of [...bodyAt(up, step), ...shadow])
      if ((to - from) * size > 1) path += stroke(x + from * size, x + to * size, y, tone);
  }
  return path;
}
