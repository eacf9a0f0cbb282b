/**
 * The picture's size, its lines and its horizon, in its own units. static/art/estimate.svg is engraved with the same
 * lines.
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

/** The legs, one of which is lifted: `step` goes from -1 to 1. */
function legsAt(up: number, step: number): Span[] {
  return [-1, 1].flatMap((side) => {
    const lifted = Math.max(0, side * step) * 0.06;
    const middle = side * 0.075;
    return up < lifted ? [] : [{ from: middle - 0.048, to: middle + 0.048, tone: 1 }];
  });
}

/** Returns the parts of the figure that a line at the height `up` crosses, from feet (0) to hat (1). */
function bodyAt(up: number, step: number): Span[] {
  const even = (half: number): Span[] => [{ from: -half, to: half, tone: 1 }];
  if (up < 0 || up > 1) return [];
  if (up < 0.34) return legsAt(up, step);
  if (up < 0.74) return even(0.135 + 0.2 * Math.abs(up - 0.5) * (up < 0.5 ? 1.2 : 0.6));
  if (up < 0.79) return even(0.17 - (up - 0.74));
  if (up < 0.905) return even(Math.sqrt(Math.max(0, 0.0055 - (up - 0.85) ** 2)));
  return even(up < 0.935 ? 0.125 : 0.075);
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
