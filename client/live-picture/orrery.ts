import type { Line } from './lines.ts';
import type { Orrery, Planet } from './moving-parts.ts';
import { traceShape } from './wheel.ts';

/** The maximum turn of an arm, in radians: with a larger one, a planet would pass in front of the sun. */
const maxTurn = 0.42;
/**
 * Every `everySeconds` the arms are turned, for `pushSeconds`; afterwards the swings become smaller for `calmSeconds`.
 */
const [everySeconds, pushSeconds, calmSeconds] = [20, 2.4, 5];
/**
 * The distance from the viewer to the column, in the picture's units: a planet that swings to the front looks larger.
 */
const distance = 11_000;
/** Half of the thickness of a line at the bright and at the dark edge of a planet. */
const [bright, dark] = [7, 38];
/** Half of the thickness of an arm, of a post and of the ring, and the tilt of the ring. */
const [armHalf, postHalf, ringHalf, ringLean] = [70, 70, 55, 0.38];
const rowHeight = 100;

/** The turn of an arm at a moment, in radians. */
export function turnOf({ speed }: Planet, seconds: number): number {
  const since = seconds % everySeconds;
  const push = Math.min(1, since / pushSeconds);
  return maxTurn * push * push * (3 - 2 * push) * Math.exp(-since / calmSeconds) * Math.sin(since * speed) * 1.4;
}

/** A line of the still picture without the planets, which are drawn at their current positions. */
export function withoutPlanets({ axis, column, top, foot }: Orrery, { middle, corners }: Line): Line {
  if (middle < top || middle > foot) return { middle, corners };
  // Between its second corner and the first planet, a line has the thickness of the sky.
  const sky = corners[3] ?? 0;
  const thinned = corners.map((value, at) =>
    at % 2 === 1 && Math.abs((corners[at - 1] ?? 0) - axis) > column ? Math.min(sky, value) : value,
  );
  return { middle, corners: thinned };
}

const rectangle = (left: number, top: number, right: number, bottom: number): [number, number][] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

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

/** Paints the planets and their arms on the rows with the given middles, the most distant planet first. */
export function paintPlanets(
  context: CanvasRenderingContext2D,
  { axis, horizon, planets }: Orrery,
  middles: number[],
  seconds: number,
): void {
  const rows = middles.filter((middle) => middle <= horizon);
  const placed = planets.map((planet) => {
    const turn = turnOf(planet, seconds);
    const arm = planet.x - axis;
    return { planet, along: arm * Math.cos(turn), scale: 1 / (1 + (Math.abs(arm) * Math.sin(turn)) / distance) };
  });
  placed.sort((one, other) => one.scale - other.scale);
  for (const { planet, along, scale } of placed) {
    const x = axis + along * scale;
    const onPicture = (height: number) => horizon + (height - horizon) * scale;
    const [y, end, radius] = [onPicture(planet.y), onPicture(planet.arm), planet.radius * scale];
    const arms = new Path2D();
    const outer = x + Math.sign(along) * postHalf;
    traceShape(
      arms,
      [
        [axis, planet.arm - armHalf],
        [outer, end - armHalf],
        [outer, end + armHalf],
        [axis, planet.arm + armHalf],
      ],
      rows,
    );
    traceShape(arms, rectangle(x - postHalf, y, x + postHalf, end), rows);
    context.fill(arms);
    paintBall(context, x, y, radius, rows);
    if (!planet.ring) continue;
    const ring = new Path2D();
    const [far, rise] = [planet.ring * scale, planet.ring * scale * ringLean];
    traceShape(
      ring,
      [
        [x - far, y + rise - ringHalf],
        [x + far, y - rise - ringHalf],
        [x + far, y - rise + ringHalf],
        [x - far, y + rise + ringHalf],
      ],
      rows,
    );
    context.fill(ring);
  }
}
