/** Elements whose links lead to a page that shows their picture in its head. */
const cards = '.sky-card, .news-card, .featured-news__slide';
const large = '.page-head__art, .news-article__cover img';
/**
 * The name of the view transition. Only one element may have it at a time, because two elements with one name cancel a
 * transition.
 */
const name = 'picture';
/** The duration of the whole transition, as in base.css. */
const growMs = 360;
/** The picture of the new page fills the box that grows from the card. */
const filling = { blockSize: '100%', objectFit: 'cover', overflow: 'clip' };
/**
 * In the head of a page, the lines of a picture extend beyond the window and end at the ground, so the moving picture
 * fades out at its edges.
 */
const fading = { maskImage: 'linear-gradient(90deg, black 80%, transparent)', clipPath: 'inset(0 0 18%)' };

/** The name of the file without its variant and its hash: two sizes of one picture have the same name. */
function imageNameOf(image: HTMLImageElement | null | undefined): string | undefined {
  const file = (image?.currentSrc || image?.src)?.split('/').pop();
  return file?.replace(/^(?:service|head)-|(?:-wide)?(?:-[0-9A-Za-z]{8})?\.\w+$/g, '');
}

interface GrowingPicture {
  /** Before the pages change: names the picture of the card whose link was clicked last. */
  begin(): void;
  /** After the pages have changed: gives the name to the same picture in the head of the new page. */
  arrive(): void;
  /** When the transition begins to run. */
  run(): void;
  /** When the transition is over, or another begins. */
  end(): void;
}

/** The transition in which the picture of a clicked card grows into the head of the page that the card leads to. */
export function createGrowingPicture(root: Document): GrowingPicture {
  let clicked: HTMLImageElement | null = null;
  let named: HTMLElement | null = null;
  let imageName: string | undefined;

  root.addEventListener(
    'click',
    ({ target }) => {
      const card = target instanceof Element ? target.closest('a')?.closest(cards) : null;
      clicked = card?.querySelector('img') ?? null;
    },
    { capture: true },
  );

  function end(): void {
    named?.style.removeProperty('view-transition-name');
    named = null;
  }

  function setNamed(image: HTMLImageElement): void {
    end();
    named = image;
    image.style.setProperty('view-transition-name', name);
  }

  function animate(part: string, ...keyframes: Keyframe[]): void {
    root.documentElement.animate(keyframes, {
      pseudoElement: `::view-transition-${part}(${name})`,
      duration: growMs,
      easing: 'cubic-bezier(0.8, 0, 0.7, 1)',
    });
  }

  return {
    begin() {
      end();
      imageName = clicked?.isConnected ? imageNameOf(clicked) : undefined;
      if (clicked && imageName) setNamed(clicked);
      clicked = null;
    },
    arrive() {
      const image = root.querySelector<HTMLImageElement>(large);
      if (imageName && image && imageNameOf(image) === imageName) setNamed(image);
      else end();
    },
    run() {
      if (!named) return;
      animate('new', filling, filling);
      if (named.matches('.page-head__art'))
        animate('image-pair', { ...fading, maskSize: '100% 100%' }, { ...fading, maskSize: '125% 100%' });
    },
    end,
  };
}
