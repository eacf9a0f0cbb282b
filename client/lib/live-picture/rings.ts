/** Where a pointer has touched the lines, in the picture's units, and when, in seconds. */
export interface Touch {
  x: number;
  y: number;
  at: number;
}

/** How far the rings of all touches move the points of a row of lines up or down. */
export interface Swell {
  /** Where the part begins and ends that they have reached. */
  from: number;
  to: number;
  /** How far corners are apart there. */
  edge: number;
  lift(x: number): number;
}

export const touchSeconds = 1.8;
/** How far the ring of a touch runs in a second, how wide it is, and how far it moves a line at first. */
const [ringSpeed, ringWidth, ringHeight] = [2200, 420, 55];
/** Rings are flat. */
const flatness = 1.6;
/** Nobody sees that a line is moved by less. */
const minLift = 4;
const step = 4;
/** How far corners are apart where a line is bent by a high ring, and by low ones alone. */
const [shortEdge, longEdge] = [200, 400];
/** By the distance from the front of a ring: a frame needs it for thousands of points. */
const profile = Float32Array.from({ length: 2000 / step }, (_value, index) => {
  const fromFront = index * step - 1000;
  return Math.exp(-((fromFront / ringWidth) ** 2)) * Math.sin(fromFront / 190);
});

/** No ring has reached the row. */
export const noSwell: Swell = { from: -Infinity, to: -Infinity, edge: Infinity, lift: () => 0 };

export function swellOf(touches: Touch[], middle: number, seconds: number): Swell {
  let [from, to, max] = [Infinity, -Infinity, 0];
  const rings = touches.flatMap(({ x, y, at }) => {
    const front = (seconds - at) * ringSpeed;
    const height = ringHeight * (1 - (seconds - at) / touchSeconds);
    const reach = ringWidth * Math.sqrt(Math.log(height / minLift));
    const square = ((middle - y) * flatness) ** 2;
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
