/** Where a pointer has touched the lines, in tenths of the picture's units, and when, in seconds. */
export interface Touch {
  x: number;
  y: number;
  at: number;
}

/** How far the rings of all touches move the points of a row of lines up or down. */
export interface Swell {
  /** The part of the row that a ring has reached: the x of its left end and of its right end. */
  from: number;
  to: number;
  /** The distance between two corners of a line in this part. */
  edge: number;
  lift(x: number): number;
}

export const touchSeconds = 1.3;
/**
 * A ring at its beginning, in tenths of the picture's units: its speed per second, its width, and how far it moves a
 * line.
 */
const [ringSpeed, ringWidth, ringHeight] = [2200, 420, 55];
/** The width of a ring divided by its height: the water is seen at an angle. */
const ringAspectRatio = 1.6;
/** A line that moves by less than this looks still; in tenths of the picture's units. */
const minLift = 4;
const step = 4;
/**
 * The distance between two corners of a bent line, in tenths of the picture's units: in a high ring, and in low rings.
 */
const [shortEdge, longEdge] = [200, 400];
/**
 * The shape of a ring by the distance from its front, calculated once, because a frame needs it for thousands of
 * points.
 */
const profile = Float32Array.from({ length: 2000 / step }, (_value, index) => {
  const fromFront = index * step - 1000;
  return Math.exp(-((fromFront / ringWidth) ** 2)) * Math.sin(fromFront / 190);
});

/** The value for a row that no ring has reached. */
export const noSwell: Swell = { from: -Infinity, to: -Infinity, edge: Infinity, lift: () => 0 };

/**
 * How far the rings of all touches lift the points of a row, `seconds` after the start of the picture. `middle` is the y
 * of the row.
 */
export function swellOf(touches: Touch[], middle: number, seconds: number): Swell {
  let [from, to, max] = [Infinity, -Infinity, 0];
  const rings = touches.flatMap(({ x, y, at }) => {
    const front = (seconds - at) * ringSpeed;
    const height = ringHeight * (1 - (seconds - at) / touchSeconds);
    const reach = ringWidth * Math.sqrt(Math.log(height / minLift));
    const square = ((middle - y) * ringAspectRatio) ** 2;
    const outer = (front + reach) ** 2;
    if (!(square < outer)) return [];
    const half = Math.sqrt(outer - square);
    from = Math.min(from, x - half);
    to = Math.max(to, x + half);
    max = Math.max(max, height);
    return [{ x, square, outer, inner: Math.max(0, front - reach) ** 2, front, height }];
  });
  if (rings.length === 0) return noSwell;
  return {
    from,
    to,
    edge: max > ringHeight / 3 ? shortEdge : longEdge,
    lift(pointX) {
      let sum = 0;
      for (const { x, square, outer, inner, front, height } of rings) {
        const distance = (pointX - x) ** 2 + square;
        if (distance > inner && distance < outer)
          sum += height * (profile[Math.round((Math.sqrt(distance) - front + 1000) / step)] ?? 0);
      }
      return sum;
    },
  };
}
