import type { Engraving } from './lines.ts';
import type { MovingParts } from './moving-parts.ts';
import { paintPlanets, swingBox } from './orrery.ts';
import type { Touch } from './rings.ts';
import { bendRows, type ColouredRows, type Row } from './rows.ts';
import { paintBlades } from './wheel.ts';

/** The state of a picture at one moment. */
export interface Moment {
  seconds: number;
  /** How far the page has been scrolled past the picture, 0 to 1. */
  scrolled: number;
  touches: Touch[];
}

/** The maximum thickness of a line. */
const maxThickness = 120;

/** Everything that is the same in all frames. */
interface Prepared {
  /** The y of the water line. */
  sea: number;
  ink: ColouredRows;
  light: ColouredRows;
  /** The middle heights of the rows on which planets are painted: those with the regular distance. */
  middles: number[];
}

/** Left, top, right and bottom. */
type Box = [number, number, number, number];

/** The part of the sky in which something moves by itself; null when nothing does. */
function movingPart({ wheels = [], lamp, orrery }: MovingParts, light: Row[], sea: number): Box | null {
  const lit = lamp === undefined ? [] : light.filter(({ middle }) => middle <= sea);
  const boxes = [
    ...wheels.map(({ x, y, radius }): Box => [x - radius, y - radius, x + radius, y + radius]),
    ...(orrery?.planets.map((planet) => swingBox(orrery, planet)) ?? []),
    ...lit.flatMap(({ middle, lines }) =>
      lines.map(({ corners }): Box => [
        corners[0] ?? 0,
        middle - maxThickness,
        corners.at(-2) ?? 0,
        middle + maxThickness,
      ]),
    ),
  ];
  if (boxes.length === 0) return null;
  const edge = (side: 0 | 1 | 2 | 3) => boxes.map((box) => box[side]);
  const margin = maxThickness;
  return [
    Math.max(0, Math.min(...edge(0)) - margin),
    Math.max(0, Math.min(...edge(1)) - margin),
    Math.max(...edge(2)) + margin,
    Math.min(sea, Math.max(...edge(3)) + margin),
  ];
}

/**
 * Converts a box to whole pixels, because an edge inside a pixel would be visible; `scale` is the number of pixels per
 * unit.
 */
const toPixels = ([left, top, right, bottom]: Box, scale: number): Box => [
  Math.floor(left * scale) / scale,
  Math.floor(top * scale) / scale,
  Math.ceil(right * scale) / scale,
  Math.ceil(bottom * scale) / scale,
];

interface SkyTools {
  engraving: Engraving;
  parts: MovingParts;
  prepared: Prepared;
  /** Fills the rows between two heights. */
  fill(context: CanvasRenderingContext2D, moment: Moment, ink: ColouredRows, from: number, to: number): void;
  /** Paints the light between two heights. */
  paintLight(context: CanvasRenderingContext2D, moment: Moment, from: number, to: number): void;
}

/** Paints the part of the picture above the water that has changed, over a copy of the unmoving ink. */
export function createSkyPainter({ engraving, parts, prepared, fill, paintLight }: SkyTools) {
  const { width } = engraving;
  const { wheels = [], orrery } = parts;
  const { sea, ink, light, middles } = prepared;
  const moving = movingPart(parts, light.rows, sea);
  const rowsOfSky = ink.rows.filter(({ middle }) => middle <= sea);
  let paintedSky = '';
  /** A canvas with the painted ink of the sky: copying it takes less time than painting it again. */
  let inkOfSky: HTMLCanvasElement | null = null;

  function copySky(context: CanvasRenderingContext2D, [left, top, right, bottom]: Box): void {
    const { canvas } = context;
    if (!inkOfSky) {
      inkOfSky = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
      const own = inkOfSky.getContext('2d');
      own?.setTransform(context.getTransform());
      if (own) fill(own, { seconds: 0, scrolled: 0, touches: [] }, ink, 0, sea);
    }
    const scale = canvas.width / width;
    const toPixel = (length: number) => Math.round(length * scale);
    const [x, y, w, h] = [toPixel(left), toPixel(top), toPixel(right - left), toPixel(bottom - top)];
    context.save();
    context.resetTransform();
    context.drawImage(inkOfSky, x, y, w, h, x, y, w, h);
    context.restore();
  }

  /** The part above the water that has to be painted again. */
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
    const hasRings = moment.touches.length > 0;
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, Math.min(bottom, sea) - top);
    context.clip();
    context.clearRect(left, top, right - left, bottom - top);
    copySky(context, part);
    context.fillStyle = ink.colour;
    if (hasRings) bendRows(context, rowsOfSky, moment, width);
    if (wheels.length > 0) paintBlades(context, wheels, moment.seconds);
    if (orrery) paintPlanets(context, orrery, middles, moment.seconds);
    paintLight(context, moment, top - 1, Math.min(bottom, sea));
    context.restore();
  };
}
