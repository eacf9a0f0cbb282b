/** Elements whose links lead to a page that may show their picture larger; it is the first child. */
const cards = ':has(> .card__art)';
const lines = '.page-head__horizon, .hero__line';
const drawing = '.page-head__art';
/** The elements that only move up or down, together with the horizon line; `moveDrawing` moves the drawing. */
const scenes = `${lines}, .film`;
const cover = '.news-article__cover img';
const texts = '.page-head__text > *, .page-head__ground > *, .hero__title, .hero__ground';
/** The elements whose background colours are those of the sky and of the ground. */
const grounds = ['.page-head__horizon, .hero', '.page-head, .hero'];
/** The easing is that of `--ease-rise` in tokens.css. */
const glide = { duration: 360, easing: 'cubic-bezier(0.16, 0.84, 0.28, 1)' };
/** The easing is more even than that of `glide`, so that the visitor can follow the moving sun. */
const travel = { duration: 380, easing: 'cubic-bezier(0.45, 0.05, 0.2, 1)' };
/**
 * The keyframes of the texts of a new head. The texts move `distance` pixels together with the line, because the line
 * would cross texts that stay in place; if the line does not move, they rise by 8 pixels. Only transforms and opacity
 * change, as in the keyframes of the line: browsers run these together, however busy the page is.
 */
const textFrames = (opacity: number[], distance: number) => ({
  opacity,
  transform: [`translateY(${distance || 8}px)`, 'none'],
});
/** The opacity of texts over colours that do not change: the texts are pale in the first frame. */
const paleOpacity = [0.25, 1];
/** The opacity of texts over colours that change: the texts are invisible until the new colours are behind them. */
const recolouredOpacity = [0, 0, 1];
/**
 * The opacity of texts that a picture moves across: the growing picture of a clicked card, or a drawing that comes from
 * far on the left. The texts are invisible until the picture is nearly in its place.
 */
const lateOpacity = [0, 0, 0, 0, 0, 0, 0, 1];
/** From this distance on, a drawing comes from far on the left; as a share of the width of the window. */
const farShare = 0.2;
/** The width of a drawing, as a share of its height. */
const drawingRatio = 1.5;
/** When the line starts to move, at least this share of the height of the new head's ground is below the line. */
const groundShare = 0.4;
/** A line that begins above this share of the height of the window would seem to fall. */
const upperShare = 0.2;
/** The horizon is at this share of the height of the pictures of cards and articles. */
const horizon = 0.62;
/**
 * The object is in the right part of the drawing of a head, and in the middle of the picture of a card. If the drawing
 * is `drawingWidth` as wide as the card, and its left edge is `drawingLeft` to the left of the card, the two objects
 * have the same size and place. Both numbers are shares of the width of the card.
 */
const drawingWidth = 1.25;
const drawingLeft = 0.31;

/** The place of a picture in the window, in pixels; `y` is that of its horizon. */
interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

const boxOf = (root: ParentNode, selector: string) => root.querySelector(selector)?.getBoundingClientRect();

/** The place of a picture of a card or of an article. */
const placeOf = ({ x, y, width, height }: DOMRect): Place => ({ x, y: y + height * horizon, width, height });

const isInWindow = ({ bottom, top }: DOMRect) => bottom > 0 && top < innerHeight;

/** The background colours of the sky and of the ground. */
function readColours(root: Document): string[] {
  return grounds.flatMap((part) => {
    const element = root.querySelector(part);
    return element ? getComputedStyle(element).backgroundColor : [];
  });
}

/**
 * Lays the colours of the old head over the colours of the new head, and uncovers the new colours from the line upwards
 * and downwards. A gradual change of one colour into another would be grey in the middle. `heights` are the heights of
 * the visible sky and ground, in pixels.
 */
function uncoverColours(root: Document, old: string[], heights: readonly number[]): void {
  const sky = root.querySelector('.page-head__horizon');
  if (!sky) return;
  for (const [index, backgroundColor] of old.entries()) {
    const layer = root.createElement('div');
    layer.className = 'page-head__before';
    Object.assign(layer.style, { backgroundColor, height: `${heights[index]}px` });
    sky.append(layer);
    layer.animate({ transform: ['none', 'scaleY(0)'] }, travel).onfinish = () => layer.remove();
  }
}

function move(part: Element, transform: string, options: KeyframeAnimationOptions): void {
  part.animate({ transform: [transform, 'none'] }, options);
}

/**
 * Moves the picture of a card or the cover of an article to its place from another place. At first it has the height of
 * that place, and not its width, because a cover shows more at its sides than the picture of its card.
 */
function moveFrom({ x, y, width, height }: Place, picture: Element): void {
  const own = placeOf(picture.getBoundingClientRect());
  const size = height / own.height;
  const left = x + (width - own.width * size) / 2;
  move(picture, `translate(${left - own.x}px, ${y - own.y}px) scale(${size})`, glide);
}

/** Creates an element that continues the lines of a moving drawing to the right: it shows the drawing's edge, widened. */
function createStrip({ ownerDocument, className, src }: HTMLImageElement): HTMLElement {
  const strip = ownerDocument.createElement('div');
  strip.className = 'page-head__strip';
  strip.append(Object.assign(new Image(), { className, src, decoding: 'sync' }));
  return strip;
}

/** Moves a drawing to its place from `x` and `y` pixels beside it, where it has a share `size` of its size. */
function moveDrawing(picture: HTMLImageElement, x: number, y: number, size: number, options: KeyframeAnimationOptions) {
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

/**
 * Returns how far from the left edge of the window the sun of the drawing is, in pixels; NaN without such a drawing.
 * Where the drawing is wider than its box, the left part of the drawing is cut off.
 */
function readSun(root: Document): number {
  const picture = root.querySelector(drawing);
  if (!picture) return NaN;
  const { right, width, height } = picture.getBoundingClientRect();
  return right - Number(picture.parentElement?.dataset['sun']) * Math.max(width, height * drawingRatio);
}

const lineOf = (root: Document) => boxOf(root, lines)?.bottom ?? 0;
const pictureOf = (inCard: Element | null) => inCard?.closest(cards)?.firstElementChild;

/**
 * The place of the cover, or of a card's picture whose drawing would be where the drawing of the head is; null if it is
 * not in the window.
 */
function readPicture(root: Document): Place | null {
  const coverBox = boxOf(root, cover);
  const box = coverBox ?? boxOf(root, drawing);
  if (!box || !isInWindow(box)) return null;
  if (coverBox) return placeOf(coverBox);
  const width = box.width / drawingWidth;
  return { x: box.x + width * drawingLeft, y: lineOf(root), width, height: width / drawingRatio };
}

interface OldPage {
  /** The place of the picture in the clicked card; null if no card was clicked. */
  card: Place | null;
  /** As `readPicture` returns it. */
  picture: Place | null;
  /** The bottom of the horizon line in the window, in pixels; 0 if there is none. */
  line: number;
  /** As `readSun` returns it. */
  sun: number;
  /** The colours of its head; none if the head was not in the window. */
  colours: string[];
}

/** After Back, shrinks the picture of the card that was clicked from the place of its larger picture. */
function shrinkPicture(root: Document, address: string, from: Place | null): void {
  const picture = pictureOf(root.querySelector(`${cards} [href="${address}"]`));
  if (!picture || !from) return;
  moveFrom(from, picture);
  // The picture is painted above the neighbouring cards.
  picture.animate({ zIndex: [1, 1] }, glide);
}

/** Moves the drawing, and the line with the sky and the film, from `distance` pixels below its place. */
function moveScenes(root: Document, { card, sun }: OldPage, aside: number, distance: number): void {
  const options = card ? glide : travel;
  if (distance) for (const part of root.querySelectorAll(scenes)) move(part, `translateY(${distance}px)`, options);
  const picture = root.querySelector<HTMLImageElement>(drawing);
  if (!picture) return;
  const { x, width } = picture.getBoundingClientRect();
  if (card && distance)
    moveDrawing(picture, card.x - card.width * drawingLeft - x, distance, (card.width * drawingWidth) / width, options);
  else if (distance || aside) moveDrawing(picture, aside, distance, 1, options);
  if (!card && Number.isNaN(sun)) picture.animate({ opacity: paleOpacity }, glide);
}

export interface HeadMotion {
  /** Measures the page that is about to be replaced. */
  measure(): OldPage;
  /** Starts the animations of the page that has replaced it. */
  start(old: OldPage): void;
}

/**
 * Animates the head of a page that is opened by a link, Back or Forward. Sky, horizon line, drawing and film move to
 * their place from the position of the previous page's horizon line, or from that of the clicked card; the drawing or
 * the article's cover begins with the size of the card's picture. Without a card, the sun travels from its place in the
 * previous drawing; after a page without a drawing, the drawing fades in. The new colours are uncovered from the line,
 * and the texts move with the line. After Back, the picture of the card that was clicked shrinks to its place.
 */
export function createHeadMotion(root: Document): HeadMotion {
  /** The link that was clicked last, until its page is shown; null after a click beside links. */
  let link: Element | null = null;
  /** The address of the card that was opened last; null if the last followed link is in no card. */
  let cardAddress: string | null = null;
  root.addEventListener(
    'click',
    ({ target }) => {
      link = target instanceof Element ? target.closest('a') : null;
    },
    { capture: true },
  );

  return {
    measure() {
      const picture = pictureOf(link);
      if (link) cardAddress = picture ? link.getAttribute('href') : null;
      link = null;
      const card = picture?.isConnected ? placeOf(picture.getBoundingClientRect()) : null;
      const line = lineOf(root);
      // If the visitor has scrolled the old head out of the window, its colours are not shown again.
      const colours = line > 0 ? readColours(root) : [];
      return { card, picture: readPicture(root), line, sun: readSun(root), colours };
    },
    start(old) {
      const { card, line, sun, colours } = old;
      if (!card && cardAddress) shrinkPicture(root, cardAddress, old.picture);
      const to = lineOf(root);
      const headBottom = boxOf(root, '.page-head')?.bottom ?? innerHeight;
      const from = Math.min(card?.y ?? line, headBottom - (headBottom - to) * groundShare);
      // After Back, the page may be scrolled so far that its head is above the window.
      if (to < 0) return;
      const coverPicture = card && root.querySelector(cover);
      // The sun of the new drawing starts at the position of the sun of the previous drawing.
      const aside = (!card && sun - readSun(root)) || 0;
      const isRecoloured = colours.length > 0 && String(colours) !== String(readColours(root));
      const opacity =
        card || aside < -farShare * innerWidth ? lateOpacity : isRecoloured ? recolouredOpacity : paleOpacity;
      uncoverColours(root, colours, [Math.max(from, to), headBottom - Math.min(from, to)]);
      if (coverPicture) moveFrom(card, coverPicture);
      const isLineStill = coverPicture || from < innerHeight * upperShare || !to;
      const distance = isLineStill ? 0 : from - to;
      const options = card || !(distance || isRecoloured) ? glide : travel;
      for (const text of root.querySelectorAll(texts)) text.animate(textFrames(opacity, distance), options);
      moveScenes(root, old, aside, distance);
    },
  };
}
