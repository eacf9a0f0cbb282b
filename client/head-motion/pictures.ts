import { placeOf, type Place } from './places.ts';

/** Moves a part of a page to its place. */
export function move(part: Element, transform: string, options: KeyframeAnimationOptions): void {
  part.animate({ transform: [transform, 'none'] }, options);
}

/**
 * Moves the picture of a card to its place from another place. At first it has the height of that place; a picture that
 * would then be wider than the place is cut at both sides.
 */
export function moveFrom({ x, y, width, height }: Place, picture: Element, options: KeyframeAnimationOptions): void {
  const own = placeOf(picture.getBoundingClientRect());
  const size = height / own.height;
  const left = x + (width - own.width * size) / 2;
  move(picture, `translate(${left - own.x}px, ${y - own.y}px) scale(${size})`, options);
  const hidden = 50 - (50 * width) / (own.width * size);
  // A separate animation, because browsers run one with a clip path on the main thread, which may be busy.
  if (hidden > 0) picture.animate({ clipPath: [`inset(0 ${hidden}%)`, 'inset(0 0%)'] }, options);
}

/** Creates an element that continues the lines of a moving picture to the right: it shows the picture's edge, widened. */
function createStrip({ ownerDocument, className, src }: HTMLImageElement): HTMLElement {
  const strip = ownerDocument.createElement('div');
  strip.className = 'page-head__strip';
  strip.append(Object.assign(new Image(), { className, src, decoding: 'sync' }));
  return strip;
}

/**
 * Moves the picture of a head to its place. The picture starts `x` and `y` pixels away from there, and its size is
 * multiplied by `size` at the start.
 */
export function moveHeadPicture(
  picture: HTMLImageElement,
  { x, y, size }: { x: number; y: number; size: number },
  options: KeyframeAnimationOptions,
): void {
  const { width } = picture.getBoundingClientRect();
  const end = '0px 0px';
  picture.animate({ translate: [`${x}px ${y}px`, end], scale: [`${size}`, '1'] }, options);
  const right = x - width * (1 - size);
  if (right >= 0) return;
  const strip = createStrip(picture);
  picture.after(strip);
  const frames = { translate: [`${right}px ${y}px`, end], scale: [`1 ${size}`, '1 1'] };
  strip.animate(frames, options).onfinish = () => strip.remove();
}
