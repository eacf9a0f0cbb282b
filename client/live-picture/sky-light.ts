import type { Moment } from './sky.ts';
import type { Line } from './lines.ts';
import { hasRegularHeight, toRows, type ColouredRows, type Row } from './rows.ts';

/** A circle; lengths are in tenths of the picture's units. */
interface Disc {
  x: number;
  y: number;
  radius: number;
}

const leftOf = ({ lines }: Row) => Math.min(...lines.map(({ corners }) => corners[0] ?? 0));
const rightOf = ({ lines }: Row) => Math.max(...lines.map(({ corners }) => corners.at(-2) ?? 0));
const halfWidth = (row: Row) => (rightOf(row) - leftOf(row)) / 2;

/** The circle whose upper part the rows are; null without rows. */
export function findDisc(rows: Row[]): Disc | null {
  const [first, ...others] = rows;
  if (!first) return null;
  const top = others.reduce((min, { middle }) => Math.min(min, middle), first.middle);
  const widest = others.reduce((wide, row) => (halfWidth(row) > halfWidth(wide) ? row : wide), first);
  const height = widest.middle - top;
  if (height <= 0) return null;
  const radius = (height ** 2 + halfWidth(widest) ** 2) / (2 * height);
  return { x: (leftOf(widest) + rightOf(widest)) / 2, y: top + radius, radius };
}

/**
 * The maximum distance between a line of light and a line of ink that continues behind it, in tenths of the picture's
 * units.
 */
const maxGap = 120;
/** The length on which a line that begins in the empty sky becomes thick, in tenths of the picture's units. */
const taper = 1500;
/** Half of the thickness of a line of the sky that has no line of ink beside it. */
const defaultHalf = 5;
/** If half of the thickness of a line of ink is greater, the line belongs to an object, not to the sky. */
const maxHalf = 7;

/**
 * Half of the thickness of a line of the sky near one of its ends, from the halves at its last two corners: the end itself
 * may be pointed. Undefined for a line of an object.
 */
function halfOfSky(...halves: (number | undefined)[]): number | undefined {
  const half = Math.max(...halves.map((value) => value ?? 0));
  return half <= maxHalf ? half : undefined;
}

/** The line of the sky that a line of light covers: it fills the gap between the lines of ink on both sides. */
export function coveredLine({ middle, corners }: Line, ink: Line[]): Line {
  const [left, right] = [corners[0] ?? 0, corners.at(-2) ?? 0];
  const before = ink.find((line) => Math.abs((line.corners.at(-2) ?? 0) - left) < maxGap)?.corners;
  const after = ink.find((line) => Math.abs((line.corners[0] ?? 0) - right) < maxGap)?.corners;
  const halfBefore = before && halfOfSky(before.at(-1), before.at(-3));
  const halfAfter = after && halfOfSky(after[1], after[3]);
  const last = halfAfter ?? halfBefore ?? defaultHalf;
  const end = [after?.[0] ?? right + maxGap, last];
  // A line without a line of ink on its left begins pointed, as the lines above and below it.
  const begin = before ? [before.at(-2) ?? left, halfBefore ?? last] : [left, 0, Math.min(left + taper, right), last];
  return { middle, corners: Float32Array.from([...begin, ...end]) };
}

/** The lines of the sky that the light covers in the still picture. */
function coveredSky(lit: Row[], ink: Row[]): Line[] {
  return lit.flatMap(({ middle, lines }) => {
    const inkRow = ink.find((row) => row.middle === middle);
    // The lines of a sun are closer together than those of the sky.
    return inkRow && hasRegularHeight(middle) ? lines.map((line) => coveredLine(line, inkRow.lines)) : [];
  });
}

/** The share of the sun's height by which it has gone down when its page head is scrolled away. */
const sunsetShare = 0.8;
/** How much narrower a beam is when it has turned away, and how much thinner its lines are, than in the still picture. */
const [narrowing, thinning] = [3, 0.55];
/** The lines of the lamp itself are within this distance of its middle, in tenths of the picture's units. */
const lampSize = 700;

/** How far a beam has turned away: from 0 in the still picture to 1, and back. */
const beamTurnOf = (seconds: number) => Math.sin(seconds * 0.5) ** 2;

/** The thickness of the lines of a beam that turns, as a share of the thickness in the still picture. */
export const beamThickness = (seconds: number): number => 1 - thinning * beamTurnOf(seconds);

/** Separates the lines of a lamp from those of its beam on the left and on the right. */
function splitLamp({ colour, rows }: ColouredRows, lamp: number): Record<'glass' | 'left' | 'right', ColouredRows> {
  const isGlass = ({ corners }: Line) =>
    Math.abs((corners[0] ?? 0) - lamp) + Math.abs((corners.at(-2) ?? 0) - lamp) < lampSize;
  const isRight = ({ corners }: Line) => (corners[0] ?? 0) > lamp;
  const lines = rows.flatMap((row) => row.lines);
  const part = (isPart: (line: Line) => boolean): ColouredRows => ({ colour, rows: toRows(lines.filter(isPart)) });
  return {
    glass: part(isGlass),
    left: part((line) => !isGlass(line) && !isRight(line)),
    right: part((line) => !isGlass(line) && isRight(line)),
  };
}

interface SkyLight {
  light: ColouredRows;
  ink: ColouredRows;
  /** The y of the horizon. */
  sea: number;
  lamp?: number;
  /** Fills the rows between two heights; `thickness` is a share of their thickness in the still picture. */
  fill(
    context: CanvasRenderingContext2D,
    moment: Moment,
    ink: ColouredRows,
    from: number,
    to: number,
    thickness?: number,
  ): void;
}

/**
 * Paints the light above the horizon. The sun goes down behind the horizon as a whole disc while the page is scrolled
 * away; the beams of a lamp become narrow and wide. Where the light is not, the lines of the sky go on.
 */
export function createSkyLight({ light, ink, sea, lamp, fill }: SkyLight) {
  const lit = light.rows.filter(({ middle }) => middle <= sea);
  const disc = lamp === undefined ? findDisc(lit) : null;
  const sky: ColouredRows = { colour: ink.colour, rows: toRows(coveredSky(lit, ink.rows)) };
  const lampParts = lamp === undefined ? null : splitLamp({ colour: light.colour, rows: lit }, lamp);

  return (context: CanvasRenderingContext2D, moment: Moment, from: number, to: number): void => {
    const isStill = !lampParts && (!disc || moment.scrolled === 0);
    if (isStill) return fill(context, moment, light, from, to);
    context.save();
    fill(context, moment, sky, from, to);
    if (disc) {
      context.beginPath();
      context.arc(disc.x, disc.y + moment.scrolled * sunsetShare * (sea - disc.y + disc.radius), disc.radius, 0, 7);
      context.clip();
      fill(context, moment, light, from, to);
    } else if (lampParts && lamp !== undefined) {
      const thickness = beamThickness(moment.seconds);
      fill(context, moment, lampParts.glass, from, to);
      // The left beam ends in the sky, so it only becomes thinner.
      fill(context, moment, lampParts.left, from, to, thickness);
      // The right beam ends beyond the edge of the picture: stretching it moves only its beginning.
      context.translate(lamp, 0);
      context.scale(1 + (narrowing - 1) * beamTurnOf(moment.seconds), 1);
      context.translate(-lamp, 0);
      fill(context, moment, lampParts.right, from, to, thickness);
    }
    context.restore();
  };
}
