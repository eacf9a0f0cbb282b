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
/** The growing cover of an article covers the texts of the head: they stay invisible until it is nearly in its place. */
const textFramesUnderCover = { ...textFrames, opacity: [0, 0, 0, 0, 1] };
/** A picture opens up and down from its horizon. */
const opening = { clipPath: ['inset(36% 0)', 'inset(0)'] };
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

/**
 * Reads the background colours of the old head. Returns a function that lays them over those of the new head and
 * uncovers these, from the line upwards and downwards. A gradual change of one colour into another would be grey in the
 * middle.
 */
function readColours(root: Document): () => void {
  const colours = grounds.map((part) => {
    const element = root.querySelector(part);
    return element && getComputedStyle(element).backgroundColor;
  });
  return () => {
    const sky = root.querySelector(grounds[0]);
    if (!sky) return;
    for (const backgroundColor of colours) {
      if (!backgroundColor) return;
      const layer = root.createElement('div');
      layer.className = 'page-head__before';
      layer.style.backgroundColor = backgroundColor;
      sky.append(layer);
      layer.animate({ transform: ['none', 'scaleY(0)'] }, glide).onfinish = () => layer.remove();
    }
  };
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
 * Animates the head of a page that is opened by a link, Back or Forward. Sky, horizon line, drawing and film move to
 * their place from the position of the previous page's horizon line, or from that of the clicked card; the drawing or
 * the article's cover begins with the size of the card's picture. Without a card, the visible part of the drawing grows
 * from its horizon. The colours of the previous head give way from the line, and the texts rise. After Back, the
 * picture of the card that was clicked opens. Call the returned function before the page changes: it measures the old
 * page. Call the function that it returns after the change: it starts the animations.
 */
export function createHeadMotion(root: Document): () => () => void {
  /** The link that was clicked last. */
  let link: Element | null = null;
  root.addEventListener(
    'click',
    ({ target }) => {
      link = (target instanceof Element && target.closest('a')) || link;
    },
    { capture: true },
  );

  const lineOf = () => root.querySelector(lines)?.getBoundingClientRect().bottom ?? 0;
  const pictureOf = (inCard: Element | null) => inCard?.closest(cards)?.firstElementChild;

  return () => {
    const picture = pictureOf(link);
    // After Back, the clicked card is not in the document any more.
    const card = picture?.isConnected ? picture.getBoundingClientRect() : null;
    const address = picture && !card && link?.getAttribute('href');
    const changeColours = readColours(root);
    const from = card ? card.y + card.height * horizon : lineOf();
    return () => {
      const returned = address ? pictureOf(root.querySelector(`${cards} [href="${address}"]`)) : null;
      returned?.querySelector('img')?.animate(opening, glide);
      const coverPicture = card && root.querySelector(cover);
      const to = lineOf();
      // After Back, the page may be scrolled so far that its head is above the window.
      if (to < 0) return;
      const isLineStill = coverPicture || from < innerHeight * upperShare || !to;
      /** How far below its place the horizon line begins, in pixels. */
      const distance = isLineStill ? 0 : from - to;
      const frames = coverPicture ? textFramesUnderCover : textFrames;
      for (const text of root.querySelectorAll(texts)) text.animate(frames, glide);
      changeColours();
      if (coverPicture) {
        const box = coverPicture.getBoundingClientRect();
        grow(coverPicture, card.width, card.x, from - box.y - box.height * horizon);
      }
      for (const part of root.querySelectorAll(scenes)) {
        const isDrawing = part.matches(drawing);
        // The visible part of the drawing grows up and down from its horizon, which is in the middle.
        if (isDrawing && !card) part.animate(opening, glide);
        if (!distance) continue;
        if (card && isDrawing) {
          grow(part, card.width * drawingWidth, card.x - card.width * drawingLeft, distance);
          part.setAttribute('data-grown', '');
        } else move(part, `translateY(${distance}px)`);
      }
    };
  };
}
