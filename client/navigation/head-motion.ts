/** Elements whose links lead to a page that may show their picture larger; it is the first child. */
const cards = ':has(> .card__art)';
const lines = '.page-head__horizon, .hero__line';
const drawing = '.page-head__art';
/** What moves with the line; a drawing moves in its own way. */
const scenes = `${lines}, .film`;
const cover = '.news-article__cover img';
const texts = '.page-head__text > *, .page-head__ground > *, .hero__title, .hero__ground';
/** The elements whose background colours are those of the sky and of the ground. */
const grounds = ['.page-head__horizon, .hero', '.page-head, .hero'];
/** The easing is that of `--ease-rise` in tokens.css. */
const glide = { duration: 360, easing: 'cubic-bezier(0.16, 0.84, 0.28, 1)' };
/** The sun travels more evenly, so that the eye can follow it. */
const travel = { duration: 380, easing: 'cubic-bezier(0.45, 0.05, 0.2, 1)' };
/**
 * The texts of a new head are pale in its first frame, and invisible while the colours of the previous head are still
 * behind them. Only transforms and opacity change, as in the keyframes of the line: browsers run these together, however
 * busy the page is.
 */
const textFrames = (opacity: number[], distance: number) => ({
  opacity,
  // With the line, which would cross them otherwise; without a distance they rise a little.
  transform: [`translateY(${distance || 8}px)`, 'none'],
});
/**
 * The growing picture of a clicked card, or a drawing that comes from far on the left, moves across the texts of the new
 * head: the texts stay invisible until the picture is nearly in its place.
 */
const late = [0, 0, 0, 0, 0, 0, 0, 1];
/** From this distance on, a drawing comes from far on the left; as a share of the width of the window. */
const farShare = 0.2;
/** After a page without a drawing, a drawing is pale in its first frame. */
const fading = { opacity: [0.25, 1] };
/** The width of a drawing, as a share of its height. */
const drawingRatio = 1.5;
/** At least this share of the ground of the new head is below the line when it begins. */
const groundShare = 0.4;
/** A line that begins above this share of the height of the window would seem to fall. */
const upperShare = 0.2;
/** The horizon is at this share of the height of the pictures of cards and articles. */
const horizon = 0.62;
/**
 * A drawing stands in the right part of the picture of a head. When that picture has this width and begins so far to
 * the left of a card, the drawing covers that of the card; both in widths of the card.
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
 * Lays the colours of the old head over those of the new one and uncovers these, from the line upwards and downwards. A
 * gradual change of one colour into another would be grey in the middle. `heights` are those of the visible sky and
 * ground, in pixels.
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
 * Moves a picture of a card or of an article to its place from another one, whose height it has at first: a cover shows
 * more at its sides than the picture of its card.
 */
function moveFrom({ x, y, width, height }: Place, picture: Element): void {
  const own = placeOf(picture.getBoundingClientRect());
  const size = height / own.height;
  const left = x + (width - own.width * size) / 2;
  move(picture, `translate(${left - own.x}px, ${y - own.y}px) scale(${size})`, glide);
}

/** Creates an element with the right edge of a drawing, widened: the lines beside a drawing that moves. */
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
  // Above its neighbours.
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
  if (!card && Number.isNaN(sun)) picture.animate(fading, glide);
}

interface HeadMotion {
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
 * and the texts rise. After Back, the picture of the card that was clicked shrinks to its place.
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
      // Colours that the visitor no longer saw do not return.
      const colours = line > 0 ? readColours(root) : [];
      return { card, picture: readPicture(root), line, sun: readSun(root), colours };
    },
    start(old) {
      const { card, line, sun, colours } = old;
      if (!card && cardAddress) shrinkPicture(root, cardAddress, old.picture);
      const to = lineOf(root);
      const end = boxOf(root, '.page-head')?.bottom ?? innerHeight;
      const from = Math.min(card?.y ?? line, end - (end - to) * groundShare);
      // After Back, the page may be scrolled so far that its head is above the window.
      if (to < 0) return;
      const coverPicture = card && root.querySelector(cover);
      // The sun of the drawing begins where that of the previous drawing was.
      const aside = (!card && sun - readSun(root)) || 0;
      const isRecoloured = colours.length > 0 && String(colours) !== String(readColours(root));
      const opacity = card || aside < -farShare * innerWidth ? late : isRecoloured ? [0, 0, 1] : [0.25, 1];
      uncoverColours(root, colours, [Math.max(from, to), end - Math.min(from, to)]);
      if (coverPicture) moveFrom(card, coverPicture);
      const isLineStill = coverPicture || from < innerHeight * upperShare || !to;
      const distance = isLineStill ? 0 : from - to;
      const options = card || !(distance || isRecoloured) ? glide : travel;
      for (const text of root.querySelectorAll(texts)) text.animate(textFrames(opacity, distance), options);
      moveScenes(root, old, aside, distance);
    },
  };
}
