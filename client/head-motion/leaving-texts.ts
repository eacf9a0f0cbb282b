/** The texts of the old head have disappeared after this time, in milliseconds: before the new ones appear. */
const duration = 120;
const heads = '.page-head, .hero';
/** What moves in the new head, and the film, is not shown a second time. */
const pictures = 'img, canvas, .film, .page-head__horizon, .hero__line';

/** The texts of a page's head, and where they are in the window. */
export interface HeadTexts {
  head: HTMLElement;
  box: DOMRect;
}

/** The head of the page if it is in the window; null otherwise. */
export function readHeadTexts(root: ParentNode): HeadTexts | null {
  const head = root.querySelector<HTMLElement>(heads);
  const box = head?.getBoundingClientRect();
  return head && box && box.bottom > 0 ? { head, box } : null;
}

/** Replaces a heading by an element that screen readers and scripts do not take for the heading of the new page. */
function toPlainElement(heading: Element): void {
  const plain = heading.ownerDocument.createElement('div');
  plain.className = heading.className;
  plain.append(...heading.childNodes);
  heading.replaceWith(plain);
}

/**
 * Shows the texts of a head that React has removed once more at their place above the new head; they sink and disappear.
 * `bottom` is that of the new head: texts below it would be over those of the next section. Returns false if the head is
 * still in the document.
 */
export function fadeTexts(texts: HeadTexts | null, bottom: number): boolean {
  if (!texts || texts.head.isConnected) return false;
  const { head, box } = texts;
  for (const picture of head.querySelectorAll(pictures)) picture.remove();
  for (const heading of head.querySelectorAll('h1')) toPlainElement(heading);
  for (const named of head.querySelectorAll('[id]')) named.removeAttribute('id');
  const layer = head.ownerDocument.createElement('div');
  layer.className = 'page-head__leaving';
  layer.inert = true;
  layer.style.blockSize = `${Math.max(0, bottom)}px`;
  Object.assign(head.style, { background: 'none', marginBlockStart: `${box.top}px` });
  layer.append(head);
  head.ownerDocument.body.append(layer);
  head.animate({ opacity: [1, 0], transform: ['none', 'translateY(12px)'] }, duration).onfinish = () => layer.remove();
  return true;
}
