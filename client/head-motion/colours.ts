/** The elements whose background colours are those of the sky, and those of the ground. */
const skyAndGround = ['.page-head__horizon, .hero, .panel, .not-found', '.page-head, .hero, .panel, .not-found'];

const horizon = '.page-head__horizon';
const filmLine = '.hero__line';

/** The colour of the line of a head; transparent without a line. */
export function readLineColour(root: ParentNode): string {
  const line = root.querySelector(`${horizon}, ${filmLine}`);
  if (!line) return 'transparent';
  const { borderBottomColor, backgroundColor } = getComputedStyle(line);
  return line.matches(filmLine) ? backgroundColor : borderBottomColor;
}

/** Animates the colour of the line from the old colour to its own. */
export function recolourLine(line: Element, colour: string, options: KeyframeAnimationOptions): void {
  const { borderBottomColor, backgroundColor } = getComputedStyle(line);
  if (line.matches(filmLine)) line.animate({ backgroundColor: [colour, backgroundColor] }, options);
  else line.animate({ borderBottomColor: [colour, borderBottomColor] }, options);
}

/** The background colours of the sky and of the ground of a page; none without a head. */
export function readColours(root: ParentNode): string[] {
  return skyAndGround.flatMap((part) => {
    const element = root.querySelector(part);
    return element ? getComputedStyle(element).backgroundColor : [];
  });
}

/**
 * Lays the colours of the old head over those of the new head, or over its film, and uncovers the new colours from the
 * line upwards and downwards. A gradual change of one colour into another would be grey in the middle. `heights` are
 * the heights of the visible sky and ground, in pixels.
 */
export function uncoverColours(
  line: Element,
  old: string[],
  heights: readonly number[],
  options: KeyframeAnimationOptions,
): void {
  for (const [index, backgroundColor] of old.entries()) {
    const layer = line.ownerDocument.createElement('div');
    layer.className = 'page-head__before';
    Object.assign(layer.style, { backgroundColor, height: `${heights[index]}px` });
    line.append(layer);
    layer.animate({ transform: ['none', 'scaleY(0)'] }, options).onfinish = () => layer.remove();
  }
}

/** A part of the old page that covers the new one; all values are pixels of the window. */
interface Cover {
  backgroundColor: string;
  top: number;
  height: number;
  /** How far it moves until nothing is covered; negative upwards. */
  distance: number;
  borderBottom?: string;
}

/** Shows the covers between two heights of the window, moves each of them by its distance, and removes them. */
function uncover(
  root: Document,
  covers: readonly Cover[],
  { top, bottom }: { top: number; bottom: number },
  options: KeyframeAnimationOptions,
): void {
  const frame = root.createElement('div');
  frame.className = 'page-head__covers';
  Object.assign(frame.style, { top: `${top}px`, height: `${bottom - top}px` });
  for (const { backgroundColor, top: start, height, distance, borderBottom = 'none' } of covers) {
    const cover = root.createElement('div');
    const place = { position: 'absolute', insetInline: '0', top: `${start - top}px`, height: `${height}px` };
    Object.assign(cover.style, { ...place, backgroundColor, borderBottom });
    frame.append(cover);
    const animation = cover.animate({ transform: ['none', `translateY(${distance}px)`] }, options);
    animation.onfinish = () => frame.remove();
  }
  root.body.append(frame);
}

/**
 * Continues the old ground below a new head that is lower than the old one, and uncovers the content there from the
 * bottom to the top, at the same pace as the ground of the new head. The part that is still covered always touches the
 * new head. `top` and `bottom` are the lower edges of the new and of the old head, in pixels of the window.
 */
export function uncoverBelow(
  root: Document,
  backgroundColor: string,
  { top, bottom }: { top: number; bottom: number },
  options: KeyframeAnimationOptions,
): void {
  const height = bottom - top;
  uncover(root, [{ backgroundColor, top, height, distance: -height }], { top, bottom }, options);
}

/**
 * Uncovers a page that has no head, or whose head is not in the window, from the old line upwards and downwards. `line`
 * and `bottom` are the heights in the window of the old line and of the lower edge of the old head, in pixels.
 */
export function uncoverPage(
  root: Document,
  { colours: [sky = '', ground = ''], lineColour }: { colours: readonly string[]; lineColour: string },
  { line, bottom }: { line: number; bottom: number },
  options: KeyframeAnimationOptions,
): void {
  const height = bottom - line;
  const covers: Cover[] = [
    { backgroundColor: sky, top: 0, height: line, distance: -line, borderBottom: `2px solid ${lineColour}` },
    { backgroundColor: ground, top: line, height, distance: height },
  ];
  uncover(root, covers, { top: 0, bottom }, options);
}
