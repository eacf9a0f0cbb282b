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
const turbine = (radius: number) => {
  const shares = [
    [0, 0.05],
    [0.2, 0.115],
    [1, 0.024],
    [1, -0.024],
    [0.1, -0.058],
    [0, -0.05],
  ] as const;
  return { radius, shapes: [shares.map(([along, across]) => [along * radius, across * radius] as const)], blades: 3 };
};

/** The spar of a windmill and the sail at one side of it. */
const windmill = (radius: number) => ({
  radius,
  shapes: [
    [
      [0, -46],
      [radius, -30],
      [radius, 30],
      [0, 46],
    ],
    [
      [430, 70],
      [radius - 40, 70],
      [radius - 40, 480],
      [430, 440],
    ],
  ] as const,
  blades: 4,
});

/** The moving parts of each picture, by the name of its file. */
export const movingParts: Record<string, MovingParts> = {
  'head-news': {
    still: asset('art/head-news-towers.svg'),
    wheels: [
      { ...turbine(1680), x: 8500, y: 2450, angle: 2.5, speed: 0.5 },
      { ...turbine(1020), x: 6700, y: 2700, angle: 1.02, speed: 0.8 },
      { ...turbine(1230), x: 10600, y: 2400, angle: 0.75, speed: 0.75 },
    ],
  },
  'head-ai-automation': {
    still: asset('art/head-ai-automation-tower.svg'),
    wheels: [{ ...windmill(1800), x: 7250, y: 2100, angle: -2.15, speed: 0.3 }],
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
