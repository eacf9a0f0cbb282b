import type { Engraving, Line } from './lines.ts';
import type { MovingParts, Wheel } from './moving-parts.ts';
import { drawsBlade, traceBlades, traceTower, withoutBlades } from './wheel.ts';

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
/** No line is thicker than this. */
const maxThickness = 120;
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

/** Left, top, right and bottom. */
type Box = [number, number, number, number];

/** What turning wheels, or the lines of a lamp's light, take up above the water. */
function movingPart(wheels: Wheel[], light: Line[], sea: number): Box {
  const boxes = [
    ...wheels.map(({ x, y, radius }): Box => [x - radius, y - radius, x + radius, y + radius]),
    ...light
      .filter(({ middle }) => middle <= sea)
      .map(({ middle, corners }): Box => {
        const across = corners.filter((_value, at) => at % 2 === 0);
        return [Math.min(...across), middle - maxThickness, Math.max(...across), middle + maxThickness];
      }),
  ];
  const edge = (side: 0 | 1 | 2 | 3) => boxes.map((box) => box[side]);
  const margin = maxThickness;
  return [
    Math.max(0, Math.min(...edge(0)) - margin),
    Math.max(0, Math.min(...edge(1)) - margin),
    Math.max(...edge(2)) + margin,
    Math.min(sea, Math.max(...edge(3)) + margin),
  ];
}

/** The same in whole pixels, of which a unit has `scale`: an edge through a pixel would be seen. */
const toPixels = ([left, top, right, bottom]: Box, scale: number): Box => [
  Math.floor(left * scale) / scale,
  Math.floor(top * scale) / scale,
  Math.ceil(right * scale) / scale,
  Math.ceil(bottom * scale) / scale,
];

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
    towers,
    sun: { top: Math.min(...heights), bottom: Math.max(...heights) },
  };
}

interface SkyTools {
  engraving: Engraving;
  wheels: Wheel[];
  prepared: ReturnType<typeof prepare>;
  /** Whether something in the sky moves by itself. */
  isMoving: boolean;
  fill(context: CanvasRenderingContext2D, line: Line, moment: Moment, share: number): void;
  brightness(line: Line, moment: Moment): number;
}

/** Paints what is above the water: the part that has changed, over a copy of the still ink. */
function createSkyPainter({ engraving, wheels, prepared, isMoving, fill, brightness }: SkyTools) {
  const { width, layers } = engraving;
  const { sea, inked, lit, sky, middles, towers } = prepared;
  /** The part of the sky in which something moves by itself, as left, top, right and bottom; null where nothing does. */
  const moving = isMoving ? movingPart(wheels, wheels.length > 0 ? [] : [...lit], sea) : null;
  let paintedSky = '';
  /** The ink of the sky as it has been painted once: to copy it costs less than to paint it. */
  let inkOfSky: HTMLCanvasElement | null = null;

  function copySky(context: CanvasRenderingContext2D, [left, top, right, bottom]: Box): void {
    const { canvas } = context;
    if (!inkOfSky) {
      inkOfSky = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
      const own = inkOfSky.getContext('2d');
      own?.setTransform(context.getTransform());
      if (own) own.fillStyle = layers[0]?.colour ?? '';
      own?.fill(sky);
    }
    const scale = canvas.width / width;
    const [x, y, w, h] = [left, top, right - left, bottom - top].map((length) => Math.round(length * scale)) as Box;
    context.save();
    context.resetTransform();
    context.drawImage(inkOfSky, x, y, w, h, x, y, w, h);
    context.restore();
  }

  /** What has to be painted again above the water. */
  function findPart({ touches, scrolled }: Moment, scale: number): Box {
    const wanted = JSON.stringify([touches, scrolled]);
    const isSkyStill = wanted === paintedSky && touches.length === 0;
    paintedSky = wanted;
    if (!isSkyStill) return [0, 0, width, sea];
    return moving ? toPixels(moving, scale) : [0, sea, width, sea];
  }

  return (context: CanvasRenderingContext2D, moment: Moment): void => {
    const part = findPart(moment, context.canvas.width / width);
    const [left, top, right, bottom] = part;
    if (bottom <= top) return;
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, Math.min(bottom, sea) - top);
    context.clip();
    context.clearRect(left, top, right - left, bottom - top);
    const isWhole = moment.touches.length === 0;
    if (isWhole) copySky(context, part);
    for (const [position, { colour, lines }] of layers.entries()) {
      context.fillStyle = colour;
      const isInk = position === 0;
      for (const line of isInk ? inked : lines) {
        if (line.middle > sea || line.middle < top || line.middle > bottom || (isInk && isWhole)) continue;
        fill(context, line, moment, isInk ? 1 : brightness(line, moment));
      }
      if (!isInk || wheels.length === 0) continue;
      const blades = new Path2D();
      for (const wheel of wheels) traceBlades(blades, wheel, middles, moment.seconds);
      context.fill(blades);
      if (!isWhole) context.fill(towers);
    }
    context.restore();
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
  const { sea, inked, lit, still, sun } = prepared;
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
