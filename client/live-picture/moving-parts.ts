import { asset } from '#shared/asset.ts';

/** A corner, by its distance from the hub along the blade and across the blade, clockwise. */
export type Corner = readonly [along: number, across: number];

/** A turning wheel of blades; lengths are in tenths of the picture's units. */
export interface Wheel {
  x: number;
  y: number;
  radius: number;
  /** The polygons that a blade is made of. */
  shapes: readonly (readonly Corner[])[];
  blades: number;
  /** The angle of the first blade in the still picture, in radians, clockwise from three o'clock. */
  angle: number;
  /** In radians a second. */
  speed: number;
  /**
   * Present when the still picture shows the blades: left side, right side and foot of the tower behind them, which has
   * to be drawn again.
   */
  tower?: readonly [left: number, right: number, foot: number];
}

/** A ball on the arm of an orrery, at its position in the still picture. */
export interface Planet {
  x: number;
  y: number;
  radius: number;
  /** The height of its arm. */
  arm: number;
  /** The speed of its swings, in radians a second. */
  speed: number;
  /** Half of the length of its ring, where it has one. */
  ring?: number;
}

/** A model of the planets, whose arms swing around a column; lengths are in tenths of the picture's units. */
export interface Orrery {
  axis: number;
  /** Half of the width of the unmoving parts around the axis. */
  column: number;
  horizon: number;
  /** The still picture has planets and arms only between these heights. */
  top: number;
  foot: number;
  planets: readonly Planet[];
}

export interface MovingParts {
  /** The file of the picture without its blades, if there is one. */
  still?: string;
  wheels?: Wheel[];
  /** The x of a lamp whose light turns; the light consists of the lines in the colour of the sun. */
  lamp?: number;
  orrery?: Orrery;
}

/** Three blades, wider at the hub. */
const turbine = (radius: number) => ({
  radius,
  shapes: [
    [
      [0, 100],
      [radius, 25],
      [radius, -25],
      [0, -100],
    ],
  ] as const,
  blades: 3,
});

const box = (from: number, to: number, left: number, right: number): readonly Corner[] => [
  [from, left],
  [to, left],
  [to, right],
  [from, right],
];

/** The moving parts of each picture, by the name of its file. */
export const movingParts: Record<string, MovingParts> = {
  'head-news': {
    wheels: [
      { ...turbine(2250), x: 8600, y: 1050, angle: 2.34, speed: 0.5, tower: [8470, 8720, 4900] },
      { ...turbine(1250), x: 6500, y: 2150, angle: 1.02, speed: 0.8, tower: [6430, 6580, 4500] },
      { ...turbine(1300), x: 10350, y: 1750, angle: 0.95, speed: 0.75, tower: [10250, 10450, 4600] },
      { ...turbine(1250), x: 11050, y: 2300, angle: 2.05, speed: 0.85, tower: [10990, 11110, 4400] },
    ],
  },
  'head-ai-automation': {
    still: asset('art/head-ai-automation-tower.svg'),
    wheels: [
      {
        x: 7205,
        y: 1758,
        radius: 2290,
        shapes: [box(0, 2287, -52, 52), box(538, 2213, 30, 478)],
        blades: 4,
        angle: -1.911,
        speed: 0.3,
      },
    ],
  },
  'head-contacts': { lamp: 7000 },
  'head-ml': {
    orrery: {
      axis: 8360,
      column: 380,
      horizon: 4960,
      top: 2600,
      foot: 4900,
      planets: [
        { x: 5540, y: 3300, radius: 490, arm: 4700, speed: 1.25 },
        { x: 6620, y: 3050, radius: 430, arm: 4400, speed: 1.6 },
        { x: 10660, y: 3150, radius: 545, arm: 4100, speed: 1.4, ring: 1090 },
      ],
    },
  },
};
