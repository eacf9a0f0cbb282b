/** Elements whose links lead to a page that may show their picture larger; it is the first child. */
const cards = ':has(> .card__art)';
const lines = '.page-head__horizon, .hero__line';
/** The titles of pages without a head, where the line is a part of the background. */
const titles = '.panel__title, .not-found__digits';
const headPicture = '.page-head__art';
/** The texts of the previous head, which may still be fading, with its picture and line. */
const leaving = '.page-head__leaving';
const cover = '.head-cover__art';
/** The film with a sun; the other film has none. */
const sunFilm = '.hero:not(.gitl-hero) .film img';

/** The width of a picture, and that of a film, divided by its height. */
const pictureRatio = 1.5;
const filmRatio = 16 / 9;
/** The sun in the film: its centre, from the left edge, and its radius, as shares of the width of the film. */
const filmSun = { centre: 0.79, radius: 0.103 };
/** The horizon is at this share of the height of the picture of a card. */
const horizon = 0.62;

/** Where the picture of a head would be on a card, as shares of the width of the card. */
interface Fit {
  /** How far its left edge is to the left of the card. */
  left: number;
  width: number;
}

/**
 * The object is in the right part of the drawing of a head, and in the middle of the picture of a card. With these
 * shares, the two objects have the same size and place.
 */
const drawingFit: Fit = { left: 0.31, width: 1.25 };
/** The cover of an article is the picture of its card. */
const coverFit: Fit = { left: 0, width: 1 };

/** The place of a picture in the window, in pixels; `y` is that of its horizon. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The sun of a head, in pixels: the distance of its centre from the left edge of the window, and its radius. */
export interface Sun {
  x: number;
  radius: number;
}

export const boxOf = (root: ParentNode, selector: string) => root.querySelector(selector)?.getBoundingClientRect();

export const headPictureOf = (root: ParentNode) =>
  [...root.querySelectorAll<HTMLImageElement>(headPicture)].find((picture) => !picture.closest(leaving)) ?? null;
export const fitOf = (picture: Element): Fit => (picture.matches(cover) ? coverFit : drawingFit);
export const linesOf = (root: ParentNode) => [...root.querySelectorAll(lines)].filter((line) => !line.closest(leaving));

/** The bottom of the horizon line, or of the title that stands on it, in the window, in pixels; 0 without both. */
export const lineOf = (root: ParentNode) =>
  linesOf(root)[0]?.getBoundingClientRect().bottom ?? boxOf(root, titles)?.bottom ?? 0;

/** The picture of the card with a link; undefined for a link beside cards. */
export const cardPictureOf = (inCard: Element | null | undefined) => inCard?.closest(cards)?.firstElementChild;

/** The links in cards that lead to an address, as it is written. */
export const linksInCards = (root: ParentNode, address: string) => [
  ...root.querySelectorAll(`${cards} [href="${address}"]`),
];

/** The place of the picture of a card. */
export const placeOf = ({ x, y, width, height }: DOMRect): Place => ({ x, y: y + height * horizon, width, height });

const isInWindow = ({ bottom, top }: DOMRect) => bottom > 0 && top < innerHeight;

/** The place of a card's picture that would be where the picture of the head is; null if that is not in the window. */
export function readPicture(root: ParentNode): Place | null {
  const picture = headPictureOf(root);
  const box = picture?.getBoundingClientRect();
  if (!picture || !box || !isInWindow(box)) return null;
  const fit = fitOf(picture);
  const width = box.width / fit.width;
  return { x: box.x + width * fit.left, y: lineOf(root), width, height: width / pictureRatio };
}

/** The sun of the film, which covers its box: a part of it may be cut off at both sides. */
function readFilmSun(root: ParentNode): Sun | null {
  const film = root.querySelector(sunFilm);
  if (!film) return null;
  const box = film.getBoundingClientRect();
  const width = Math.max(box.width, box.height * filmRatio);
  const shownFrom = (Number.parseFloat(getComputedStyle(film).objectPosition) || 50) / 100;
  return { x: box.x + (box.width - width) * shownFrom + width * filmSun.centre, radius: width * filmSun.radius };
}

/**
 * The sun of the head of a page; null if there is none. Where a drawing is wider than its box, its left part is cut
 * off.
 */
export function readSun(root: ParentNode): Sun | null {
  const picture = headPictureOf(root);
  const sun = picture?.parentElement?.dataset['sun'];
  if (!picture || !sun) return readFilmSun(root);
  const [centre = 0, radius = 0] = sun.split(' ').map(Number);
  const { right, width, height } = picture.getBoundingClientRect();
  const whole = Math.max(width, height * pictureRatio);
  return { x: right - centre * whole, radius: radius * whole };
}
