import type { Orrery, Planet } from './moving-parts.ts';
import { rowHeight } from './rows.ts';

/**
 * The maximum turn of a planet on its orbit, in radians: with a larger one, a planet would pass in front of the sun.
 */
const maxTurn = 0.42;
/**
 * Every `everySeconds` the planets are pushed, for `pushSeconds`; afterwards the swings become smaller for
 * `calmSeconds`.
 */
const [everySeconds, pushSeconds, calmSeconds] = [20, 2.4, 5];
/** How much larger a planet looks at the front of its orbit, and smaller at the back. */
const depth = 0.16;
/** Half of the thickness of a line at the bright and at the dark edge of a planet. */
const [bright, dark] = [7, 38];

/** The turn of a planet at a moment, in radians. */
export function planetTurnOf({ speed }: Planet, seconds: number): number {
  const since = seconds % everySeconds;
  const push = Math.min(1, since / pushSeconds);
  return maxTurn * push * push * (3 - 2 * push) * Math.exp(-since / calmSeconds) * Math.sin(since * speed) * 1.4;
}

/** The centre and the radius of a planet after a turn, and how much larger than in the middle of its orbit it looks. */
export function placeOf({ x, y, flatness, lean }: Orrery, { orbit, angle, radius }: Planet, turn: number) {
  const [along, across] = [orbit * Math.cos(angle + turn), orbit * flatness * Math.sin(angle + turn)];
  const scale = 1 + depth * Math.sin(angle + turn);
  return {
    x: x + along * Math.cos(lean) - across * Math.sin(lean),
    y: y + along * Math.sin(lean) + across * Math.cos(lean),
    radius: radius * scale,
    scale,
  };
}

/** The part of the picture in which a planet swings: left, top, right and bottom. */
export function swingBox(orrery: Orrery, planet: Planet): [number, number, number, number] {
  const places = Array.from({ length: 9 }, (_value, at) => placeOf(orrery, planet, maxTurn * (at / 4 - 1)));
  const reach = planet.radius * (1 + depth);
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  return [Math.min(...xs) - reach, Math.min(...ys) - reach, Math.max(...xs) + reach, Math.max(...ys) + reach];
}

/** A planet covers what is behind it; its lines are thick on the side away from the light. */
function paintBall(context: CanvasRenderingContext2D, x: number, y: number, radius: number, rows: number[]): void {
  const ball = new Path2D();
  for (const middle of rows) {
    const height = (middle - y) / radius;
    if (Math.abs(height) >= 1) continue;
    const half = radius * Math.sqrt(1 - height * height);
    const [left, right] = [x - half, x + half];
    context.clearRect(left, middle - rowHeight / 2, 2 * half, rowHeight);
    const first = bright + Math.max(0, height) * (dark - bright);
    const shade = x + half * 0.55;
    ball.moveTo(left, middle);
    ball.lineTo(left + 30, middle - first);
    ball.lineTo(shade, middle - dark);
    ball.lineTo(right - 20, middle - dark);
    ball.lineTo(right, middle);
    ball.lineTo(right - 20, middle + dark);
    ball.lineTo(shade, middle + dark);
    ball.lineTo(left + 30, middle + first);
    ball.closePath();
  }
  context.fill(ball);
}

/** Paints the planets on the rows with the given middles, the most distant planet first. */
export function paintPlanets(
  context: CanvasRenderingContext2D,
  orrery: Orrery,
  middles: number[],
  seconds: number,
): void {
  const placed = orrery.planets.map((planet) => placeOf(orrery, planet, planetTurnOf(planet, seconds)));
  placed.sort((one, other) => one.scale - other.scale);
  for (const { x, y, radius } of placed) paintBall(context, x, y, radius, middles);
}
