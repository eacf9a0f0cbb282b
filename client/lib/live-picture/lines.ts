/** Lines of one colour; lengths are in a tenth of the picture's units, as in its file. */
export interface Layer {
  colour: string;
  lines: Line[];
}

/** An engraved line: a thin polygon along a horizontal middle, above and below which its two edges run. */
export interface Line {
  middle: number;
  /** The corners, in turn x and y. */
  corners: Float32Array;
}

export interface Engraving {
  width: number;
  height: number;
  layers: Layer[];
}

/** A line with fewer corners than one in so many units could not bend. */
const maxEdge = 250;

const numbersIn = (text: string) => (text.match(/-?\d+/g) ?? []).map(Number);

function parseLine(path: string): Line {
  const [left = 0, middle = 0, ...steps] = numbersIn(path);
  const corners = [left, middle];
  let [x, y] = [left, middle];
  for (let at = 0; at + 1 < steps.length; at += 2) {
    const [dx, dy] = [steps[at] ?? 0, steps[at + 1] ?? 0];
    const parts = Math.ceil(Math.abs(dx) / maxEdge) || 1;
    for (let part = 1; part <= parts; part += 1) corners.push(x + (dx * part) / parts, y + (dy * part) / parts);
    x += dx;
    y += dy;
  }
  return { middle, corners: Float32Array.from(corners) };
}

/** Reads the pictures of static/art: paths of polygons, each of which begins at the left end of its middle. */
export function parseEngraving(svg: string): Engraving {
  const [, , width = 0, height = 0] = numbersIn(/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '');
  const layers = [...svg.matchAll(/<path fill="([^"]+)" d="([^"]+)"/g)].map(([, colour = '', path = '']) => ({
    colour,
    lines: path.split('M').slice(1).map(parseLine),
  }));
  return { width: width * 10, height: height * 10, layers };
}
