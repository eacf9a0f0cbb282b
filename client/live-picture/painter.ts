import type { Engraving } from './lines.ts';
import type { MovingParts } from './moving-parts.ts';
import { swellOf } from './rings.ts';
import { hasRegularHeight, outline, toRows, type ColouredRows } from './rows.ts';
import { beamThickness, createSkyLight } from './sky-light.ts';
import { createSkyPainter, type Moment } from './sky.ts';

/** How far the water raises a line at the horizon, and how much further at the lower edge. */
const [calm, swell] = [5, 20];
/** The maximum slope of a line of the water, as a share of its length. */
const maxSlope = 0.0035;

/** Prepares everything that is the same in all frames. */
function prepare({ layers, height }: Engraving, horizon: number) {
  const [ink, light] = layers;
  const rows = toRows(ink?.lines ?? []);
  return {
    sea: height * horizon,
    ink: { colour: ink?.colour ?? '', rows },
    light: {
      colour: light?.colour ?? '',
      rows: toRows(light?.lines ?? []),
    },
    middles: rows.map(({ middle }) => middle).filter(hasRegularHeight),
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
  const prepared = prepare(engraving, horizon);
  const { sea, ink, light } = prepared;

  /** Fills a row of the water, moved up or down as a whole and slightly sloped. */
  function float(context: CanvasRenderingContext2D, middle: number, seconds: number, path: Path2D): void {
    const phase = middle / 170 - seconds * 1.1;
    const slope = maxSlope * Math.sin(phase * 0.7 + 1);
    const lift = calm + (swell * (middle - sea)) / (height - sea);
    context.save();
    context.transform(1, slope, 0, 1, 0, lift * Math.sin(phase) - (slope * width) / 2);
    context.fill(path);
    context.restore();
  }

  /**
   * Fills the rows between two heights one by one, which is faster than filling all of them at once. `thickness` is a
   * share of their thickness in the still picture.
   */
  function fill(
    context: CanvasRenderingContext2D,
    { touches, seconds }: Moment,
    { colour, rows }: ColouredRows,
    from: number,
    to: number,
    thickness = 1,
  ): void {
    context.fillStyle = colour;
    for (const row of rows) {
      const { middle } = row;
      if (middle <= from || middle > to) continue;
      const path = outline(row, swellOf(touches, middle, seconds), thickness);
      if (middle > sea) float(context, middle, seconds, path);
      else context.fill(path);
    }
  }

  const paintLight = createSkyLight({ light, ink, sea, lamp, fill });
  const paintSky = createSkyPainter({ engraving, parts, prepared, fill, paintLight });

  return (context: CanvasRenderingContext2D, moment: Moment): void => {
    paintSky(context, moment);
    context.save();
    context.beginPath();
    context.rect(0, sea, width, height - sea);
    context.clip();
    context.clearRect(0, sea, width, height - sea);
    fill(context, moment, ink, sea, height);
    fill(context, moment, light, sea, height, lamp === undefined ? 1 : beamThickness(moment.seconds));
    context.restore();
  };
}
