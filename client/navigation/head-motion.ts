/** Elements whose links lead to a page that may show their picture larger. */
const cards = '.card, .featured-news__slide, .product-carousel__card';
const lines = '.page-head__horizon, .hero__line';
const scenes = `${lines}, .page-head__art, .film`;
const titles = '.page-head__title, .hero__title';
/** The elements that contain the titles; their lower edge is the horizon line, at which a moving title is clipped. */
const titleBoxes = '.page-head__text, .hero__sky';
const texts = '.page-head__text > :not(h1), .page-head__ground > *, .hero__ground';
/** The elements whose background colours are those of the sky and of the ground. */
const grounds = ['.page-head__horizon', '.page-head'] as const;
const cover = '.news-article__cover img';
/** The easing is that of `--ease-rise` in tokens.css. */
const glide = { duration: 360, easing: 'cubic-bezier(0.16, 0.84, 0.28, 1)' };
/** A title that moves up is clipped at the line; at the end its descenders are below the line. */
const clipAtLine = { clipPath: ['0', '0', '-2rem'].map((bottom) => `inset(-100vh -100vw ${bottom})`) };
/** Texts that a line or a picture on its way would cross appear when most of the way is done; all end together. */
const later: KeyframeAnimationOptions = { ...glide, delay: 80, duration: 280, fill: 'backwards' };
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
 * Animates the texts and the titles of a new head. `crossed`: a line or a picture moves over them, so they are hidden
 * at first. Otherwise the first frame already has pale texts and the upper part of the title. Their keyframes have
 * nothing but transforms and opacity, as those of the line: browsers run these together, however busy the page is.
 */
function showTexts(root: Document, crossed: boolean): void {
  const timing = crossed ? later : glide;
  for (const text of root.querySelectorAll(texts))
    text.animate({ opacity: [crossed ? 0 : 0.25, 1], transform: ['translateY(1.5rem)', 'none'] }, timing);
  for (const sky of root.querySelectorAll(titleBoxes)) sky.animate(clipAtLine, timing);
  for (const title of root.querySelectorAll(titles))
    title.animate({ transform: [`translateY(${crossed ? '105%' : '25%'})`, 'none'] }, timing);
}

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

/**
 * Animates the head of a page that is opened by a link, Back or Forward. Sky, horizon line, drawing and film move to
 * their place from the position of the previous page's horizon line, or from that of the clicked card; the drawing or
 * the article's cover begins with the size of the card's picture. Without a card, the visible part of the drawing grows
 * from its horizon. The colours of the previous head give way from the line, and the title moves up behind the horizon
 * line. Call the returned function before the page changes: it measures the old page. Call the function that it returns
 * after the change: it starts the animations.
 */
export function createHeadMotion(root: Document): () => () => void {
  let clicked: Element | null = null;
  root.addEventListener(
    'click',
    ({ target }) => {
      clicked = (target instanceof Element && target.closest('a')?.closest(cards)?.querySelector('img')) || null;
    },
    { capture: true },
  );

  const lineOf = () => root.querySelector(lines)?.getBoundingClientRect().bottom ?? 0;

  function move(part: Element, transform: string): void {
    part.animate({ transform: [transform, 'none'] }, glide);
  }

  /** Lets a picture grow from a width and a left edge in the window to its own; `y` is its distance from its place. */
  function grow(picture: Element, width: number, left: number, y: number): void {
    const box = picture.getBoundingClientRect();
    move(picture, `translate(${left - box.x}px, ${y}px) scale(${width / box.width})`);
  }

  return () => {
    const card = clicked?.isConnected ? clicked.getBoundingClientRect() : null;
    clicked = null;
    const changeColours = readColours(root);
    const from = card ? card.y + card.height * horizon : lineOf();
    return () => {
      const coverPicture = card && root.querySelector(cover);
      const to = lineOf();
      // After Back, the page may be scrolled so far that its head is above the window.
      if (to < 0) return;
      const isLineStill = coverPicture || from < innerHeight * upperShare || !to;
      /** How far below its place the horizon line begins, in pixels. */
      const distance = isLineStill ? 0 : from - to;
      showTexts(root, Boolean(distance || coverPicture));
      changeColours();
      if (coverPicture) {
        const box = coverPicture.getBoundingClientRect();
        grow(coverPicture, card.width, card.x, from - box.y - box.height * horizon);
      }
      for (const part of root.querySelectorAll(scenes)) {
        const isDrawing = part.matches('.page-head__art');
        // The visible part of the drawing grows up and down from its horizon, which is in the middle.
        if (isDrawing && !card) part.animate({ clipPath: ['inset(36% 0)', 'inset(0)'] }, glide);
        if (!distance) continue;
        if (!card || !isDrawing) {
          move(part, `translateY(${distance}px)`);
          continue;
        }
        grow(part, card.width * drawingWidth, card.x - card.width * drawingLeft, distance);
        part.animate({ '--fade': ['12%', '0%', '0%'] }, glide.duration);
      }
    };
  };
}
