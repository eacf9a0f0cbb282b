import type { Engraving } from './lines.ts';
import type { MovingParts } from './moving-parts.ts';
import { swellOf } from './rings.ts';
import { outline, rowHeight, toRows, type Ink, type Row } from './rows.ts';
import { createSkyPainter, type Moment } from './sky.ts';

/** How far the water raises a line at the horizon, and how much further at the lower edge. */
const [calm, swell] = [5, 20];
/** The maximum slope of a line of the water, as a share of its length. */
const lean = 0.0035;

/** Prepares everything that is the same in all frames. */
function prepare({ layers, height }: Engraving, { lamp }: MovingParts, horizon: number) {
  const [ink, light] = layers;
  const lit = light?.lines ?? [];
  const rows = toRows(ink?.lines ?? []);
  return {
    sea: height * horizon,
    ink: { colour: ink?.colour ?? '', rows },
    light: {
      colour: light?.colour ?? '',
      // The lines on both sides of a lamp are not equally bright.
      rows: lamp === undefined ? toRows(lit) : lit.flatMap((line) => toRows([line])),
    },
    // Thin rows that make slanted things whole lie between the others.
    middles: rows.map(({ middle }) => middle).filter((middle) => Math.abs((middle % rowHeight) - rowHeight / 2) < 3),
  };
}

/**
 * Paints an engraving at one moment. Unmoving parts are painted once. Usually only the rows of the water are painted
 * again, each as a whole, and the part of the sky in which something moves; all rows only while the rings of a pointer
 * cross the picture. `horizon` is a share of the height, from the top.
 */
export function createPainter(engraving: Engraving, parts: MovingParts, horizon: number) {
  const { width, height } = engraving;
  const { lamp } = parts;
  const prepared = prepare(engraving, parts, horizon);
  const { sea, ink, light } = prepared;
  const heights = light.rows.map(({ middle }) => middle);
  const sun = { top: Math.min(...heights), bottom: Math.max(...heights) };

  /** The lines of the sun become thinner from below while the page is scrolled away; the light of a lamp turns. */
  function brightness({ middle, lines: [line] }: Row, { seconds, scrolled }: Moment): number {
    if (lamp === undefined)
      return Math.min(1, Math.max(0.12, ((sun.bottom - middle) / (sun.bottom - sun.top) - scrolled) * 5 + 1));
    const turn = Math.cos(seconds * 0.7) * ((line?.corners[0] ?? 0) < lamp ? -1 : 1);
    return 0.15 + 0.85 * Math.max(0, Math.min(1, turn + 0.25));
  }

  /** Fills a row of the water, moved up or down as a whole and slightly sloped. */
  function float(context: CanvasRenderingContext2D, middle: number, seconds: number, path: Path2D): void {
    const phase = middle / 170 - seconds * 1.1;
    const slope = lean * Math.sin(phase * 0.7 + 1);
    const lift = calm + (swell * (middle - sea)) / (height - sea);
    context.save();
    context.transform(1, slope, 0, 1, 0, lift * Math.sin(phase) - (slope * width) / 2);
    context.fill(path);
    context.restore();
  }

  /** Fills the rows between two heights one by one, which is faster than filling all of them at once. */
  function fill(context: CanvasRenderingContext2D, moment: Moment, layer: Ink, from: number, to: number): void {
    const { touches, seconds } = moment;
    context.fillStyle = layer.colour;
    for (const row of layer.rows) {
      const { middle } = row;
      if (middle <= from || middle > to) continue;
      const path = outline(row, swellOf(touches, middle, seconds), layer === light ? brightness(row, moment) : 1);
      if (middle > sea) float(context, middle, seconds, path);
      else context.fill(path);
    }
  }

  const paintSky = createSkyPainter({ engraving, parts, prepared, fill });

  return (context: CanvasRenderingContext2D, moment: Moment): void => {
    paintSky(context, moment);
    context.save();
    context.beginPath();
    context.rect(0, sea, width, height - sea);
    context.clip();
    context.clearRect(0, sea, width, height - sea);
    fill(context, moment, ink, sea, height);
    fill(context, moment, light, sea, height);
    context.restore();
  };
}
