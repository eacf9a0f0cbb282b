/** Elements whose links lead to a page that shows their picture in its head. */
const cards = '.sky-card, .news-card, .featured-news__slide';
const large = '.page-head__art, .news-article__cover img';
/** The duration and the easing of the horizon, in base.css and tokens.css, so that picture and horizon move together. */
const growth = { duration: 360, easing: 'cubic-bezier(0.16, 0.84, 0.28, 1)' };
/** The texts of a head appear after nine tenths of the way of the picture, because the picture would cover them. */
const texts = '.page-head__text > *, .page-head__ground > *';
const hidden = { opacity: 0 };
/** The horizon is at this share of the height of pictures; in a head the drawing has more sky around it. */
const horizon = 0.62;
const headHorizon = 0.496;
/** A head's picture of this width, and so far to the left of the card, covers its drawing; in widths of the card. */
const coveringWidth = 1.25;
const coveringLeft = 0.31;

/** The name of the file without its variant and its hash: two sizes of one picture have the same name. */
function imageNameOf(image: HTMLImageElement | null | undefined): string | undefined {
  const file = (image?.currentSrc || image?.src)?.split('/').pop();
  return file?.replace(/^(?:service|head)-|(?:-wide)?(?:-[0-9A-Za-z]{8})?\.\w+$/g, '');
}

interface GrowingPicture {
  /** Before the pages change: finds the picture of the card whose link was clicked last. */
  begin(): void;
  /** After the pages have changed: gives a name to the same picture in the head of the new page. */
  arrive(): void;
  /** When the transition begins to run. */
  run(): void;
  /** When the transition is over, or another begins. */
  end(): void;
}

/** The transition in which the picture of a clicked card grows into the head of the page that the card leads to. */
export function createGrowingPicture(root: Document): GrowingPicture {
  let clicked: HTMLImageElement | null = null;
  let image: HTMLImageElement | null = null;
  let imageName: string | undefined;
  let card = new DOMRect();

  root.addEventListener(
    'click',
    ({ target }) => {
      clicked = (target instanceof Element && target.closest('a')?.closest(cards)?.querySelector('img')) || null;
    },
    { capture: true },
  );

  function end(): void {
    image?.style.removeProperty('view-transition-name');
    image = null;
  }

  function animate(name: string, from: Keyframe, to: Keyframe): void {
    root.documentElement.animate([from, to], { ...growth, pseudoElement: `::view-transition-group(${name})` });
  }

  return {
    begin() {
      end();
      imageName = undefined;
      if (clicked?.isConnected) {
        imageName = imageNameOf(clicked);
        card = clicked.getBoundingClientRect();
      }
      clicked = null;
    },
    arrive() {
      const found = root.querySelector<HTMLImageElement>(large);
      if (!imageName || imageNameOf(found) !== imageName) return;
      image = found;
      image?.style.setProperty('view-transition-name', 'picture');
    },
    run() {
      if (!image) return;
      for (const text of root.querySelectorAll(texts)) text.animate([hidden, { ...hidden, offset: 0.9 }], growth);
      const box = image.getBoundingClientRect();
      const from = card.y + card.height * horizon;
      // `left` and `width` are shares of the card, `share` is the height of the horizon in the picture.
      const grow = (left: number, width: number, share: number, cutPx: number) => {
        const scale = (card.width * width) / box.width;
        const [x, y] = [card.x - card.width * left, from - box.height * share * scale];
        const clipPath = `inset(0 0 ${cutPx}px)`;
        animate('picture', { transform: `translate(${x}px, ${y}px) scale(${scale})`, clipPath }, { clipPath });
      };
      const head = image.closest('header');
      if (!head) return grow(0, 1, horizon, 0);
      // The picture extends below the head, which clips it; a picture in a transition is not clipped.
      grow(coveringLeft, coveringWidth, headHorizon, box.bottom - head.getBoundingClientRect().bottom);
      // The line, 2 px high, goes with the horizon of the picture, from the width of the card to that of the window.
      animate(
        'horizon',
        { transform: `translateY(${from - 2}px)`, clipPath: `inset(0 ${box.right - card.right}px 0 ${card.x}px)` },
        { transform: `translateY(${box.y + box.height * headHorizon - 2}px)`, clipPath: 'inset(0)' },
      );
    },
    end,
  };
}
