/** How long the old head fades, in milliseconds. The new texts appear afterwards. */
export const fadeMs = 120;
/** The time if the picture of a card grows over the old head, in milliseconds. */
const fastFadeMs = 40;
const heads = '.page-head, .hero, .panel, .not-found';
/** The sky is removed from the old head, because the new head animates its own; the pause button has no film to pause. */
const removedParts = '.page-head__horizon, .film__pause';
const filmLine = '.hero__line';
/** The picture of a head; a canvas is its animated copy. */
const pictures = 'img, canvas, video';

/** The texts of a page's head, and where they are in the window. */
export interface HeadTexts {
  head: HTMLElement;
  box: DOMRect;
}

export interface Fading {
  hasPicture: boolean;
}

interface FadeOptions {
  /**
   * The bottom of the heads, in pixels. Old texts below this line are cut off, because they would cover the texts of the
   * next section.
   */
  bottom: number;
  /** Whether the picture fades with the texts. */
  fadesPicture: boolean;
  /** Whether the line over a film fades with the texts. */
  fadesLine: boolean;
  /** Whether the picture of a card grows over the old head. */
  isFast: boolean;
}

/** The head of the page if it is in the window; null otherwise. */
export function readHeadTexts(root: ParentNode): HeadTexts | null {
  const head = root.querySelector<HTMLElement>(heads);
  const box = head?.getBoundingClientRect();
  return head && box && box.bottom > 0 ? { head, box } : null;
}

/** Replaces a heading by a `div`, so that the new page has only one heading. */
function replaceHeading(heading: Element): void {
  const plain = heading.ownerDocument.createElement('div');
  plain.className = heading.className;
  plain.append(...heading.childNodes);
  heading.replaceWith(plain);
}

/**
 * Shows the texts of the old head, which React has removed, above the new head and at their old place, and fades them.
 * Returns what fades; null if the old head is still in the document.
 */
export function fadeTexts(texts: HeadTexts | null, options: FadeOptions): Fading | null {
  if (!texts || texts.head.isConnected) return null;
  const { head, box } = texts;
  const { bottom, fadesPicture, fadesLine, isFast } = options;
  const removed = [removedParts, ...(fadesPicture ? [] : [pictures]), ...(fadesLine ? [] : [filmLine])];
  for (const part of head.querySelectorAll(removed.join())) part.remove();
  for (const heading of head.querySelectorAll('h1')) replaceHeading(heading);
  for (const named of head.querySelectorAll('[id]')) named.removeAttribute('id');
  const layer = head.ownerDocument.createElement('div');
  layer.className = 'page-head__leaving';
  layer.inert = true;
  layer.style.blockSize = `${Math.max(0, bottom)}px`;
  Object.assign(head.style, { background: 'none', marginBlockStart: `${box.top}px` });
  layer.append(head);
  head.ownerDocument.body.append(layer);
  head.animate({ opacity: [1, 0] }, isFast ? fastFadeMs : fadeMs).onfinish = () => layer.remove();
  return { hasPicture: head.querySelector(pictures) !== null };
}
