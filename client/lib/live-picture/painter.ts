import type { Engraving, Line } from './lines.ts';
import type { MovingParts, Wheel } from './moving-parts.ts';
import { createSkyPainter, type Moment, type Touch } from './sky.ts';
import { drawsBlade, traceTower, withoutBlades } from './wheel.ts';

export const touchSeconds = 1.8;
/** How far the ring of a touch runs in a second, how wide it is, and how far it moves a line. */
const [ringSpeed, ringWidth, ringHeight] = [2200, 420, 55];
/** How far the water lifts a line at the horizon, and how much more at the lower edge. */
const [calm, swell] = [5, 20];
/** How far a line of the water leans, as a share of its length. */
const lean = 0.0035;

/** How far above or below a touch a line is, as the ring sees it: rings are flat. */
const away = ({ y }: Touch, middle: number) => (middle - y) * 1.6;

/** Whether the ring of a touch has come to a line. */
const reaches = (touch: Touch, middle: number, seconds: number) =>
  Math.abs(away(touch, middle)) < (seconds - touch.at) * ringSpeed + ringWidth * 2;

/** How far a touch moves the point of a line up or down. */
function ring(touch: Touch, pointX: number, middle: number, seconds: number): number {
  const age = seconds - touch.at;
  const front = age * ringSpeed;
  // Squares are compared first: most points are far from the ring, and a root for each would cost more than all else.
  const square = (pointX - touch.x) ** 2 + away(touch, middle) ** 2;
  if (square > (front + ringWidth * 2) ** 2 || square < Math.max(0, front - ringWidth * 2) ** 2) return 0;
  const fromFront = Math.sqrt(square) - front;
  return ringHeight * (1 - age / touchSeconds) * Math.exp(-((fromFront / ringWidth) ** 2)) * Math.sin(fromFront / 190);
}

function outline({ middle, corners }: Line, move: (x: number, half: number) => number): Path2D {
  const path = new Path2D();
  for (let at = 0; at < corners.length; at += 2) {
    const x = corners[at] ?? 0;
    const y = middle + move(x, (corners[at + 1] ?? 0) - middle);
    if (at === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  }
  path.closePath();
  return path;
}

/** What does not change from one moment to the next. */
function prepare({ layers, height }: Engraving, wheels: Wheel[], horizon: number) {
  const [ink, light] = layers;
  const sea = height * horizon;
  /** The wheels whose blades are part of the still picture. */
  const drawn = wheels.filter(({ tower }) => tower);
  const inked = (ink?.lines ?? []).filter((line) => !drawn.some((wheel) => drawsBlade(wheel, line)));
  const lit = light?.lines ?? [];
  const still = new Map<Line, Path2D>();
  for (const line of inked)
    still.set(
      line,
      outline(line, (x, half) => withoutBlades(drawn, line, x, half)),
    );
  for (const line of lit)
    still.set(
      line,
      outline(line, (_x, half) => half),
    );
  /** The ink of the sky in one piece. */
  const sky = new Path2D();
  for (const line of inked) if (line.middle <= sea) sky.addPath(still.get(line) ?? new Path2D());
  const middles = [...new Set(inked.map(({ middle }) => middle))];
  const towers = new Path2D();
  for (const wheel of wheels) traceTower(towers, wheel, middles);
  sky.addPath(towers);
  const heights = lit.map(({ middle }) => middle);
  return {
    sea,
    inked,
    lit: new Set(lit),
    still,
    sky,
    middles,
    drawn,
    towers,
    sun: { top: Math.min(...heights), bottom: Math.max(...heights) },
  };
}

/**
 * Paints an engraving at one moment. What is still is painted once: usually the water alone is painted again, each of
 * its lines as a whole, and of the sky the part in which something moves; everything only while a pointer's rings run
 * through the picture. `horizon` is a share of the height, from the top.
 */
export function createPainter(engraving: Engraving, { wheels = [], lamp }: MovingParts, horizon: number) {
  const { width, height, layers } = engraving;
  const prepared = prepare(engraving, wheels, horizon);
  const { sea, inked, lit, still, sun, drawn } = prepared;
  const isMoving = wheels.length > 0 || lamp !== undefined;

  /** The lines of the sun go out from below as the page is scrolled away; the light of a lamp goes round. */
  function brightness({ middle, corners: [x = 0] }: Line, { seconds, scrolled }: Moment): number {
    if (lamp === undefined)
      return Math.min(1, Math.max(0.12, ((sun.bottom - middle) / (sun.bottom - sun.top) - scrolled) * 5 + 1));
    const turn = Math.cos(seconds * 0.7) * (x < lamp ? -1 : 1);
    return 0.15 + 0.85 * Math.max(0, Math.min(1, turn + 0.25));
  }

  /** Fills a line: thinner where `share` is less than 1, bent by touches, and lifted by the water as a whole. */
  function fill(context: CanvasRenderingContext2D, line: Line, moment: Moment, share: number): void {
    const { middle } = line;
    const { seconds } = moment;
    const touches = moment.touches.filter((touch) => reaches(touch, middle, seconds));
    const depth = (middle - sea) / (height - sea);
    context.save();
    if (depth > 0) {
      const phase = middle / 170 - seconds * 1.1;
      const slope = lean * Math.sin(phase * 0.7 + 1);
      context.transform(1, slope, 0, 1, 0, (calm + swell * depth) * Math.sin(phase) - (slope * width) / 2);
    }
    const ringsAt = (x: number) => touches.reduce((sum, touch) => sum + ring(touch, x, middle, seconds), 0);
    const path = touches.length === 0 && share === 1 ? still.get(line) : undefined;
    const turning = lit.has(line) ? [] : drawn;
    context.fill(path ?? outline(line, (x, half) => withoutBlades(turning, line, x, half) * share - ringsAt(x)));
    context.restore();
  }

  const paintSky = createSkyPainter({ engraving, wheels, prepared, isMoving, fill, brightness });

  function paintWater(context: CanvasRenderingContext2D, moment: Moment): void {
    context.save();
    context.beginPath();
    context.rect(0, sea, width, height - sea);
    context.clip();
    context.clearRect(0, sea, width, height - sea);
    for (const [position, layer] of layers.entries()) {
      context.fillStyle = layer.colour;
      for (const line of position === 0 ? inked : layer.lines)
        if (line.middle > sea) fill(context, line, moment, position === 0 ? 1 : brightness(line, moment));
    }
    context.restore();
  }

  return (context: CanvasRenderingContext2D, moment: Moment): void => {
    paintSky(context, moment);
    paintWater(context, moment);
  };
}
