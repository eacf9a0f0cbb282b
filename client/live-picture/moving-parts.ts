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
}

/** A planet of an orrery; lengths are in tenths of the picture's units. */
export interface Planet {
  /** Half of the length of its orbit. */
  orbit: number;
  /** Its place on the orbit in the still picture, in radians, clockwise from three o'clock. */
  angle: number;
  radius: number;
  /** The speed of its swings, in radians a second. */
  speed: number;
}

/** A model of the planets: flat orbits around a sun. */
export interface Orrery {
  /** The centre of the sun. */
  x: number;
  y: number;
  /** The height of an orbit divided by its length, and the angle by which all orbits are turned. */
  flatness: number;
  lean: number;
  planets: readonly Planet[];
}

export interface MovingParts {
  /** The file of the picture without its moving parts, if there is one. */
  still?: string;
  wheels?: Wheel[];
  /** The x of a lamp whose light turns; the light consists of the lines in the colour of the sun. */
  lamp?: number;
  orrery?: Orrery;
}

/** Three blades, widest near the hub. */
const turbine = (radius: number) => ({
  radius,
  shapes: [
    [
      [0, 105],
      [radius * 0.22, 150],
      [radius, 60],
      [radius, -60],
      [0, -90],
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
    still: asset('art/head-news-towers.svg'),
    wheels: [
      { ...turbine(1580), x: 8500, y: 2450, angle: 2.5, speed: 0.5 },
      { ...turbine(950), x: 6700, y: 2700, angle: 1.02, speed: 0.8 },
      { ...turbine(1150), x: 10600, y: 2400, angle: 0.75, speed: 0.75 },
    ],
  },
  'head-ai-automation': {
    still: asset('art/head-ai-automation-tower.svg'),
    wheels: [
      {
        x: 7250,
        y: 2100,
        radius: 1780,
        shapes: [box(0, 1780, -50, 50), box(430, 1740, 30, 480)],
        blades: 4,
        angle: -2.15,
        speed: 0.3,
      },
    ],
  },
  'head-contacts': { lamp: 7000 },
  'head-ml': {
    still: asset('art/head-ml-orbits.svg'),
    orrery: {
      x: 8360,
      y: 2300,
      flatness: 0.42,
      lean: -0.14,
      planets: [
        { orbit: 2960, angle: 2.85, radius: 500, speed: 1.25 },
        { orbit: 2960, angle: 0.55, radius: 440, speed: 1.4 },
        { orbit: 1800, angle: 3.8, radius: 290, speed: 1.6 },
      ],
    },
  },
};
