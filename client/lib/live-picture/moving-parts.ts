/** A wheel of blades that turns; lengths are in a tenth of the picture's units. */
export interface Wheel {
  x: number;
  y: number;
  radius: number;
  /** Half of a blade's width at the hub and at its tip. */
  blade: [number, number];
  blades: number;
  /** Of the first blade in the still picture, in radians, clockwise from three o'clock. */
  angle: number;
  /** In radians a second. */
  speed: number;
  /** The left and right side of the tower, and its foot: it is drawn anew behind the blades. */
  tower: [number, number, number];
}

export interface MovingParts {
  wheels?: Wheel[];
  /** Where the lamp stands whose light goes round: the light is what has the sun's colour. */
  lamp?: number;
}

const turbine = { blade: [100, 25] as [number, number], blades: 3 };

/** What moves in which picture, by the name of its file. */
export const movingParts: Record<string, MovingParts> = {
  'head-news': {
    wheels: [
      { ...turbine, x: 8600, y: 1050, radius: 2250, angle: 2.34, speed: 0.5, tower: [8470, 8720, 4900] },
      { ...turbine, x: 6500, y: 2150, radius: 1250, angle: 1.02, speed: 0.8, tower: [6430, 6580, 4500] },
      { ...turbine, x: 10350, y: 1750, radius: 1300, angle: 0.95, speed: 0.75, tower: [10250, 10450, 4600] },
      { ...turbine, x: 11050, y: 2300, radius: 1250, angle: 2.05, speed: 0.85, tower: [10990, 11110, 4400] },
    ],
  },
  'head-contacts': { lamp: 7000 },
};
