/** The elements whose background colours are those of the sky and of the ground. */
const grounds = ['.page-head__horizon, .hero', '.page-head, .hero'];

/** The background colours of the sky and of the ground of a page; none without a head. */
export function readColours(root: ParentNode): string[] {
  return grounds.flatMap((part) => {
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

/**
 * Continues the old ground below a new head that is lower than the old one, down to `bottom`, and uncovers the content
 * below the head in step with the ground of the head. `top` is the bottom of the new head, `start` is where the old
 * ground begins; all are pixels of the window.
 */
export function uncoverContent(
  root: Document,
  backgroundColor: string,
  { start, top, bottom }: { start: number; top: number; bottom: number },
  options: KeyframeAnimationOptions,
): void {
  const window = root.createElement('div');
  window.className = 'page-head__below';
  Object.assign(window.style, { top: `${top}px`, height: `${bottom - top}px` });
  const ground = root.createElement('div');
  const height = bottom - start;
  Object.assign(ground.style, { backgroundColor, height: `${height}px`, marginTop: `${start - top}px` });
  window.append(ground);
  root.body.append(window);
  ground.animate({ transform: ['none', `translateY(${height}px)`] }, options).onfinish = () => window.remove();
}
