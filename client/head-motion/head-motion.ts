import { isUnmodifiedClick } from '../lib/unmodified-click.ts';
import { readColours, readLineColour, recolourLine, uncoverBelow, uncoverColours, uncoverPage } from './colours.ts';
import { fadeMs, fadeTexts, readHeadTexts, type Fading, type HeadTexts } from './leaving-texts.ts';
import { move, moveHeadPicture, moveFrom } from './pictures.ts';
import {
  boxOf,
  headPictureOf,
  fitOf,
  lineOf,
  linesOf,
  linksInCards,
  cardPictureOf,
  placeOf,
  readPicture,
  readSun,
  type Place,
  type Sun,
} from './places.ts';

const backLink = '.page-head__back';
const texts = '.page-head__text > *, .page-head__ground > *, .hero__title, .hero__ground';
/** The easing is that of `--ease-rise` in tokens.css. */
const glide = { duration: 360, easing: 'cubic-bezier(0.16, 0.84, 0.28, 1)' };
/** The easing is more even than that of `glide`, so that the visitor can follow the moving sun. */
const travel = { duration: 380, easing: 'cubic-bezier(0.45, 0.05, 0.2, 1)' };
/** The delay, in milliseconds, after which the old texts have nearly faded. */
const delay = 90;
/**
 * Line, colours, picture and texts of the new head start to move after the old texts have nearly faded, because they
 * would cross these texts. If a card was clicked, they have no delay: its picture has the same colours.
 */
const delayedTravel = { ...travel, delay, duration: travel.duration - delay, fill: 'backwards' } as const;
/** The line changes its colour when the new colours begin to be visible above and below it. */
const recolouring = { delay, duration: 60, fill: 'backwards' } as const;
/**
 * The keyframes of the texts of a new head. The texts move `distance` pixels together with the line, because the line
 * would cross texts that stay in place; if the line does not move, they rise by 8 pixels. Only transforms and opacity
 * change, as in the keyframes of the line: browsers run these together, however busy the page is.
 */
const textFrames = (opacity: number[], distance: number) => ({
  opacity,
  transform: [`translateY(${distance || 8}px)`, 'none'],
});
/**
 * The opacity of new texts if the old head was not in the window, and of a picture on colours that do not change: they
 * are pale in the first frame.
 */
const paleOpacity = [0.25, 1];
/** The opacity of texts that are invisible until the old texts are gone. */
const hiddenOpacity = [0, 0.6, 1];
/** The opacity of texts and pictures that are invisible until the new colours are behind them. */
const uncoveredOpacity = [0, 0, 1];
/**
 * The opacity of texts that a moving picture crosses: the growing picture of a clicked card, or one that comes
 * from far on the left. The texts are invisible until the picture is nearly in its place.
 */
const delayedOpacity = [0, 0, 0, 0, 0, 0, 0, 1];
/** Returns the keyframes of the opacity of the new texts. */
function opacityOf(change: { isCrossed: boolean; isRecoloured: boolean; hasOldTexts: boolean }): number[] {
  if (change.isCrossed) return delayedOpacity;
  if (change.isRecoloured) return uncoveredOpacity;
  return change.hasOldTexts ? hiddenOpacity : paleOpacity;
}
/** From this distance on, a picture comes from far on the left; as a share of the width of the window. */
const farShare = 0.2;
/** When the line starts to move, at least this share of the height of the new head's ground is below the line. */
const groundShare = 0.4;
/** A line that begins above this share of the height of the window would seem to fall. */
const upperShare = 0.2;

interface OldPage {
  /** The place of the picture in the clicked card; null if no card was clicked. */
  card: Place | null;
  /** As `readPicture` returns it. */
  picture: Place | null;
  /** As `lineOf` returns it. */
  line: number;
  /** As `readSun` returns it; null if the head was not in the window. */
  sun: Sun | null;
  /** The colours of its head; none if the head was not in the window. */
  colours: string[];
  lineColour: string;
  texts: HeadTexts | null;
}

export interface HeadMotion {
  /** Measures the page that is about to be replaced. */
  measure(): OldPage;
  /** Starts the animations of the page that has replaced it. */
  start(old: OldPage): void;
}

/**
 * Returns where the picture of a new head starts to move: its horizontal distance from its final place, in pixels, and
 * the factor by which its size is multiplied there. `own` is the sun of the new head.
 */
function startOfHeadPicture(picture: Element, { card, sun }: OldPage, own: Sun | null): { x: number; size: number } {
  const box = picture.getBoundingClientRect();
  const fit = fitOf(picture);
  if (card) return { x: card.x - card.width * fit.left - box.x, size: (card.width * fit.width) / box.width };
  if (!sun || !own) return { x: 0, size: 1 };
  // At the start, the new sun has the place and the size of the previous sun.
  const size = sun.radius / own.radius;
  return { x: sun.x - box.x - size * (own.x - box.x), size };
}

interface OpenedCard {
  address: string;
  /** Its place among the cards with this address. */
  position: number;
}

/**
 * After Back, shrinks the picture of the card that was clicked from the place of its larger picture. Returns false if
 * the page does not show that card.
 */
function shrinkPicture(root: Document, { address, position }: OpenedCard, from: Place): boolean {
  const links = linksInCards(root, address);
  const picture = cardPictureOf(links[position] ?? links[0]);
  if (!picture) return false;
  moveFrom(from, picture, glide);
  // The picture is painted above the neighbouring cards.
  picture.animate({ zIndex: [1, 1] }, glide);
  return true;
}

/** Starts the animations of a page that has no head, or whose head is not in the window. */
function startBelowHead(root: Document, old: OldPage): void {
  const { line, colours, texts: oldTexts } = old;
  if (colours.length === 0 || !oldTexts) return;
  const bottom = linesOf(root)[0] ? Math.min(oldTexts.box.bottom, innerHeight) : innerHeight;
  fadeTexts(oldTexts, { bottom, fadesPicture: true, fadesLine: false, isFast: false });
  uncoverPage(root, old, { line, bottom }, delayedTravel);
}

/** Uncovers the colours of the new head; `heights` are the heights of the visible sky and ground, in pixels. */
function uncoverHead(root: Document, old: OldPage, heights: readonly number[], fades: boolean): void {
  // An old line below the new head fades with the old texts. The new line is invisible until the new colours appear.
  const colour = old.line > (boxOf(root, '.page-head')?.bottom ?? innerHeight) ? 'transparent' : old.lineColour;
  for (const line of linesOf(root)) {
    uncoverColours(line, old.colours, heights, fades ? delayedTravel : travel);
    if (fades && old.colours.length > 0) recolourLine(line, colour, recolouring);
  }
}

/** Starts the animation by which the picture of the new head becomes visible. */
function showPicture(
  picture: Element,
  { hasBothSuns, fading, isRecoloured }: { hasBothSuns: boolean; fading: Fading | null; isRecoloured: boolean },
  options: KeyframeAnimationOptions,
): void {
  if (hasBothSuns) {
    // At the start, both suns are at the same place, so the sun stays visible.
    if (fading?.hasPicture) picture.animate({ opacity: [0, 1] }, fadeMs);
  } else if (isRecoloured) picture.animate({ opacity: uncoveredOpacity }, options);
  else picture.animate({ opacity: paleOpacity }, glide);
}

/** Measures a page that is about to be replaced. */
function readPage(root: Document): Omit<OldPage, 'card'> {
  const line = lineOf(root);
  // The sun and the colours of a head that the visitor has scrolled out of the window are not used.
  const [sun, colours] = line > 0 ? [readSun(root), readColours(root)] : [null, []];
  const lineColour = readLineColour(root);
  return { picture: readPicture(root), line, sun, colours, lineColour, texts: readHeadTexts(root) };
}

/** Returns the heights in the window between which the line moves, and to which the heads reach, in pixels. */
function heightsOf(root: Document, { card, line, texts: oldTexts }: OldPage) {
  const to = lineOf(root);
  const headBottom = boxOf(root, '.page-head')?.bottom ?? innerHeight;
  const from = Math.min(card?.y ?? line, headBottom - (headBottom - to) * groundShare);
  const oldBottom = card ? 0 : Math.min(oldTexts?.box.bottom ?? 0, innerHeight);
  return { from, to, headBottom, bottom: Math.max(headBottom, oldBottom) };
}

/**
 * Animates the head of a page that is opened by a link, Back or Forward. Sky, horizon line, picture and film move to
 * their place from the position of the previous page's horizon line, or from that of the clicked card; the picture
 * begins with the size of the card's picture. Without a card, the sun of the picture begins where and as large as the
 * sun of the previous head was; if one of the heads has no sun, the picture fades in. The old texts and the old picture
 * fade; then the new colours are uncovered from the line, and the new texts move with the line. After Back, or
 * the link of a head that leads back, the picture of the card that was clicked shrinks to its place.
 */
export function createHeadMotion(root: Document): HeadMotion {
  /** The link that was clicked last to open its page here, until that is shown; null after a click beside links. */
  let link: Element | null = null;
  /** The card with the link that was clicked last. */
  let openedCard: OpenedCard | null = null;
  root.addEventListener(
    'click',
    (event) => {
      if (isUnmodifiedClick(event)) link = event.target instanceof Element ? event.target.closest('a') : null;
    },
    { capture: true },
  );

  function measure(): OldPage {
    const picture = cardPictureOf(link);
    const address = link?.getAttribute('href') ?? '';
    // The link back in a head leads to the page with the card, like the Back button of the browser.
    if (link && !link.matches(backLink))
      openedCard = picture ? { address, position: linksInCards(root, address).indexOf(link) } : null;
    link = null;
    const card = picture?.isConnected ? placeOf(picture.getBoundingClientRect()) : null;
    return { ...readPage(root), card };
  }

  function start(old: OldPage): void {
    const { card, line, sun, colours } = old;
    const isShrinking = !card && openedCard && old.picture && shrinkPicture(root, openedCard, old.picture);
    const { from, to, headBottom, bottom } = heightsOf(root, old);
    // The page has no head, or its head is above the window, after a link to a section or with a restored scroll position.
    if (to < 0 || !linesOf(root)[0]) {
      if (!isShrinking) startBelowHead(root, old);
      return;
    }
    const isRecoloured = colours.length > 0 && String(colours) !== String(readColours(root));
    const isLineStill = from < innerHeight * upperShare;
    const distance = isLineStill ? 0 : from - to;
    const film = root.querySelector('.film');
    const newTexts = root.querySelectorAll(texts);
    const picture = headPictureOf(root);
    const ownSun = readSun(root);
    const fading = fadeTexts(old.texts, {
      bottom,
      fadesPicture: !isShrinking,
      fadesLine: line > headBottom,
      isFast: card !== null,
    });
    const fades = fading !== null && !card;
    const options = fades ? delayedTravel : card || !(distance || isRecoloured) ? glide : travel;
    const ground = colours.at(-1);
    if (ground && bottom > headBottom) uncoverBelow(root, ground, { top: headBottom, bottom }, options);
    uncoverHead(root, old, [Math.max(from, to), headBottom - Math.min(from, to)], fades);
    for (const part of film ? [...linesOf(root), film] : linesOf(root))
      if (distance) move(part, `translateY(${distance}px)`, options);

    const pictureStart = picture && startOfHeadPicture(picture, old, ownSun);
    const isFar = !card && pictureStart !== null && pictureStart.x < -farShare * innerWidth;
    const opacity = opacityOf({ isCrossed: card !== null || isFar, isRecoloured, hasOldTexts: fading !== null });
    for (const text of newTexts) text.animate(textFrames(opacity, distance), options);
    if (!picture || !pictureStart) return;
    if (card ? distance : distance || pictureStart.x || pictureStart.size !== 1)
      moveHeadPicture(picture, { ...pictureStart, y: distance }, options);
    if (!card) showPicture(picture, { hasBothSuns: sun !== null && ownSun !== null, fading, isRecoloured }, options);
  }

  return { measure, start };
}
