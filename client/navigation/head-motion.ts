/** Elements whose links lead to a page that may show their picture larger; it is the first child. */
const cards = ':has(> .card__art)';
const lines = '.page-head__horizon, .hero__line';
/** The elements whose background colours are those of the sky and of the ground. */
const grounds = ['.page-head__horizon', '.page-head'] as const;
const drawing = '.page-head__art';
const scenes = `${lines}, ${drawing}, .film`;
const cover = '.news-article__cover img';
/** The easing is that of `--ease-rise` in tokens.css. */
const glide = { duration: 360, easing: 'cubic-bezier(0.16, 0.84, 0.28, 1)' };
const texts = '.page-head__text > *, .page-head__ground > *, .hero__title, .hero__ground';
/**
 * The texts of a new head are pale in its first frame. Only transforms and opacity change, as in the keyframes of the
 * line: browsers run these together, however busy the page is.
 */
const textFrames = { opacity: [0.25, 1], transform: ['translateY(1.5rem)', 'none'] };
/**
 * The growing picture of a clicked card, or a drawing that comes from far on the left, moves across the texts of the new
 * head: the texts stay invisible until the picture is nearly in its place.
 */
const lateTextFrames = { ...textFrames, opacity: [0, 0, 0, 0, 0, 0, 0, 1] };
/** From this distance on, a drawing comes from far on the left; as a share of the width of the window. */
const farShare = 0.2;
/** After a page without a drawing, a drawing is pale in its first frame. */
const fading = { opacity: [0.25, 1] };
/** After Back, the picture of a card opens up and down from its horizon. */
const opening = { clipPath: ['inset(36% 0)', 'inset(0)'] };
/** The width of a drawing, as a share of its height. */
const drawingRatio = 1.5;
/** A line that begins above this share of the height of the window would seem to fall. */
const upperShare = 0.2;
/** The horizon is at this share of the height of the pictures of cards and articles. */
const horizon = 0.62;
/**
 * A drawing stands in the right part of the picture of a head. When that picture has this width and begins so far to
 * the left of the clicked card, the drawing covers that of the card; both in widths of the card.
 */
const drawingWidth = 1.25;
const drawingLeft = 0.31;

/** The background colours of the sky and of the ground. */
function readColours(root: Document): string[] {
  return grounds.flatMap((part) => {
    const element = root.querySelector(part);
    return element ? getComputedStyle(element).backgroundColor : [];
  });
}

/**
 * Lays the colours of the old head over those of the new one and uncovers these, from the line upwards and downwards. A
 * gradual change of one colour into another would be grey in the middle.
 */
function uncoverColours(root: Document, old: string[]): void {
  const sky = root.querySelector(grounds[0]);
  if (!sky) return;
  for (const colour of old) {
    const layer = root.createElement('div');
    layer.className = 'page-head__before';
    layer.style.backgroundColor = colour;
    sky.append(layer);
    layer.animate({ transform: ['none', 'scaleY(0)'] }, glide).onfinish = () => layer.remove();
  }
}

function move(part: Element, transform: string): void {
  part.animate({ transform: [transform, 'none'] }, glide);
}

/** Lets a picture grow from a width and a left edge in the window to its own; `y` is its distance from its place. */
function grow(picture: Element, width: number, left: number, y: number): void {
  const box = picture.getBoundingClientRect();
  move(picture, `translate(${left - box.x}px, ${y}px) scale(${width / box.width})`);
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

interface OldPage {
  /** The place of the picture in the clicked card, in the window; null if no card was clicked. */
  card: DOMRect | null;
  /** The bottom of the horizon line in the window, in pixels; 0 if there is none. */
  line: number;
  /** As `readSun` returns it. */
  sun: number;
  colours: string[];
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
 * and the texts rise. After Back, the picture of the card that was clicked opens.
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

  const lineOf = () => root.querySelector(lines)?.getBoundingClientRect().bottom ?? 0;
  const pictureOf = (inCard: Element | null) => inCard?.closest(cards)?.firstElementChild;

  /**
   * Moves the drawing or the film, with the line and the sky, from `distance` pixels below its place. The drawing also
   * starts `aside` pixels to the right of its place, or to the left if that is negative; it fades in if `aside` is 0 and
   * no card was clicked.
   */
  function moveScenes(card: DOMRect | null, aside: number, distance: number): void {
    for (const part of root.querySelectorAll(scenes)) {
      const isDrawing = part.matches(drawing);
      const x = isDrawing ? aside : 0;
      const isGrowing = isDrawing && card && distance;
      if (isDrawing && !card && !x) part.animate(fading, glide);
      if (isGrowing || x < 0) part.setAttribute('data-edge', '');
      if (isGrowing) grow(part, card.width * drawingWidth, card.x - card.width * drawingLeft, distance);
      else if (distance || x) move(part, `translate(${x}px, ${distance}px)`);
    }
  }

  return {
    measure() {
      const picture = pictureOf(link);
      if (link) cardAddress = picture ? link.getAttribute('href') : null;
      link = null;
      const card = picture?.isConnected ? picture.getBoundingClientRect() : null;
      return { card, line: lineOf(), sun: readSun(root), colours: readColours(root) };
    },
    start({ card, line, sun, colours }) {
      if (!card && cardAddress)
        pictureOf(root.querySelector(`${cards} [href="${cardAddress}"]`))
          ?.querySelector('img')
          ?.animate(opening, glide);
      const from = card ? card.y + card.height * horizon : line;
      const to = lineOf();
      // After Back, the page may be scrolled so far that its head is above the window.
      if (to < 0) return;
      const coverPicture = card && root.querySelector(cover);
      // The sun of the drawing begins where that of the previous drawing was.
      const aside = (!card && sun - readSun(root)) || 0;
      const frames = card || aside < -farShare * innerWidth ? lateTextFrames : textFrames;
      for (const text of root.querySelectorAll(texts)) text.animate(frames, glide);
      uncoverColours(root, colours);
      if (coverPicture) {
        const box = coverPicture.getBoundingClientRect();
        grow(coverPicture, card.width, card.x, from - box.y - box.height * horizon);
      }
      const isLineStill = coverPicture || from < innerHeight * upperShare || !to;
      moveScenes(card, aside, isLineStill ? 0 : from - to);
    },
  };
}
