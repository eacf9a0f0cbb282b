import type { Engraving, Line } from './lines.ts';
import type { Wheel } from './moving-parts.ts';
import { traceBlades } from './wheel.ts';

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

/** No line is thicker than this. */
const maxThickness = 120;

/** What does not change from one moment to the next. */
interface Prepared {
  /** Where the water begins. */
  sea: number;
  inked: Line[];
  lit: ReadonlySet<Line>;
  /** The ink of the sky in one piece. */
  sky: Path2D;
  middles: number[];
  towers: Path2D;
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

interface SkyTools {
  engraving: Engraving;
  wheels: Wheel[];
  prepared: Prepared;
  /** Whether something in the sky moves by itself. */
  isMoving: boolean;
  fill(context: CanvasRenderingContext2D, line: Line, moment: Moment, share: number): void;
  brightness(line: Line, moment: Moment): number;
}

/** Paints what is above the water: the part that has changed, over a copy of the still ink. */
export function createSkyPainter({ engraving, wheels, prepared, isMoving, fill, brightness }: SkyTools) {
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
