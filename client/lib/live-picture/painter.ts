import type { Engraving, Line } from './lines.ts';
import type { MovingParts, Wheel } from './moving-parts.ts';
import { drawsBlade, traceWheel, withoutBlades } from './wheel.ts';

/** Where a pointer has touched the lines, in the picture's units, and when, in seconds. */
export interface Touch {
  x: number;
  y: number;
  at: number;
}

/** What a picture looks like at one moment. */
export interface Moment {
  seconds: number;
  /** How far the page has been scrolled past the picture, 0 to 1. */
  scrolled: number;
  touches: Touch[];
}

export const touchSeconds = 1.8;
/** How far the ring of a touch runs in a second, how wide it is, and how far it moves a line. */
const [ringSpeed, ringWidth, ringHeight] = [2200, 420, 55];
/** How far the water lifts a line at the horizon, and how much more at the lower edge. */
const [calm, swell] = [5, 20];
/** How far a line of the water leans, as a share of its length. */
const lean = 0.0035;

/** How far a touch moves the point of a line up or down. */
function ring({ x, y, at }: Touch, pointX: number, middle: number, seconds: number): number {
  const age = seconds - at;
  const fromFront = Math.hypot(pointX - x, (middle - y) * 1.6) - age * ringSpeed;
  if (Math.abs(fromFront) > ringWidth * 2) return 0;
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
  const inked = (ink?.lines ?? []).filter((line) => !wheels.some((wheel) => drawsBlade(wheel, line)));
  const lit = light?.lines ?? [];
  const still = new Map<Line, Path2D>();
  for (const line of inked)
    still.set(
      line,
      outline(line, (x, half) => withoutBlades(wheels, line, x, half)),
    );
  for (const line of lit)
    still.set(
      line,
      outline(line, (_x, half) => half),
    );
  /** The ink of the sky in one piece. */
  const sky = new Path2D();
  for (const line of inked) if (line.middle <= sea) sky.addPath(still.get(line) ?? new Path2D());
  const heights = lit.map(({ middle }) => middle);
  return {
    sea,
    inked,
    lit: new Set(lit),
    still,
    sky,
    middles: [...new Set(inked.map(({ middle }) => middle))],
    sun: { top: Math.min(...heights), bottom: Math.max(...heights) },
  };
}

/**
 * Paints an engraving at one moment. What is still is painted once: usually the water alone is painted again, each of
 * its lines as a whole; everything only while a pointer's rings run through the picture. `horizon` is a share of the
 * height, from the top.
 */
export function createPainter(engraving: Engraving, { wheels = [], lamp }: MovingParts, horizon: number) {
  const { width, height, layers } = engraving;
  const { sea, inked, lit, still, sky, middles, sun } = prepare(engraving, wheels, horizon);
  const isSkyMoving = wheels.length > 0 || lamp !== undefined;
  let paintedSky = '';

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
    const { seconds, touches } = moment;
    const depth = (middle - sea) / (height - sea);
    context.save();
    if (depth > 0) {
      const phase = middle / 170 - seconds * 1.1;
      const slope = lean * Math.sin(phase * 0.7 + 1);
      context.transform(1, slope, 0, 1, 0, (calm + swell * depth) * Math.sin(phase) - (slope * width) / 2);
    }
    const ringsAt = (x: number) => touches.reduce((sum, touch) => sum + ring(touch, x, middle, seconds), 0);
    const path = touches.length === 0 && share === 1 ? still.get(line) : undefined;
    const turning = lit.has(line) ? [] : wheels;
    context.fill(path ?? outline(line, (x, half) => withoutBlades(turning, line, x, half) * share - ringsAt(x)));
    context.restore();
  }

  return (context: CanvasRenderingContext2D, moment: Moment): void => {
    const wanted = JSON.stringify([moment.touches, isSkyMoving && moment.seconds, moment.scrolled]);
    const isSkyStill = wanted === paintedSky;
    paintedSky = wanted;
    const from = isSkyStill ? sea : 0;
    context.save();
    context.beginPath();
    context.rect(0, from, width, height - from);
    context.clip();
    context.clearRect(0, from, width, height - from);
    for (const [position, layer] of layers.entries()) {
      context.fillStyle = layer.colour;
      const isInk = position === 0;
      const isSkyWhole = isInk && moment.touches.length === 0;
      if (isSkyWhole && !isSkyStill) context.fill(sky);
      for (const line of isInk ? inked : layer.lines) {
        if (line.middle < from || (isSkyWhole && line.middle <= sea)) continue;
        fill(context, line, moment, isInk ? 1 : brightness(line, moment));
      }
      if (!isInk || isSkyStill || wheels.length === 0) continue;
      const path = new Path2D();
      for (const wheel of wheels) traceWheel(path, wheel, middles, moment.seconds);
      context.fill(path);
    }
    context.restore();
  };
}
