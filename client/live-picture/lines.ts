/** Lines of one colour; lengths are in tenths of the units of the SVG file. */
interface Layer {
  colour: string;
  lines: Line[];
}

/** An engraved line: a thin polygon, as thick above its horizontal middle as below. */
export interface Line {
  middle: number;
  /** The corners of its upper edge from left to right: the x of each corner, then half of the thickness there. */
  corners: Float32Array;
}

export interface Engraving {
  width: number;
  height: number;
  layers: Layer[];
}

const numbersIn = (text: string) => (text.match(/-?\d+/g) ?? []).map(Number);

function parseLine(path: string): Line {
  const [left = 0, first = 0, ...steps] = numbersIn(path);
  const edge = [left, first];
  let [x, y, top, bottom] = [left, first, first, first];
  for (let at = 0; at + 1 < steps.length; at += 2) {
    const [dx, dy] = [steps[at] ?? 0, steps[at + 1] ?? 0];
    x += dx;
    y += dy;
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
    if (dx > 0) edge.push(x, y);
  }
  const middle = (top + bottom) / 2;
  return { middle, corners: Float32Array.from(edge, (value, at) => (at % 2 === 0 ? value : middle - value)) };
}

/** Parses the pictures of static/art: paths of polygons. Each polygon begins at the left end of its upper edge. */
export function parseEngraving(svg: string): Engraving {
  const [, , width = 0, height = 0] = numbersIn(/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '');
  const layers = [...svg.matchAll(/<path fill="([^"]+)" d="([^"]+)"/g)].map(([, colour = '', path = '']) => ({
    colour,
    lines: path.split('M').slice(1).map(parseLine),
  }));
  return { width: width * 10, height: height * 10, layers };
}
