import type { Element, Nodes } from 'hast';
import { unbindWords } from '#shared/unbind-words.ts';

/** Elements that styles may place side by side without white space between them. */
const inline = new Set('a b strong span time small data img'.split(' '));
/** Elements that begin a new part of a line; bold text begins none, because a word may be partly bold. */
const partStarts = new Set('a span time small data'.split(' '));

export const classesOf = ({ properties }: Element): unknown[] => [properties['className']].flat();

/** Whether an element is left out of Markdown: screen readers skip it, or it only makes sense on the page. */
function isLeftOut({ properties }: Element): boolean {
  return String(properties['ariaHidden']) === 'true' || 'dataPageOnly' in properties;
}

/** The first or the last character of the text in a node; empty when the node begins or ends without text. */
function characterAt(end: 0 | -1, node: Nodes | undefined): string {
  if (!node) return '';
  if (node.type === 'text') return node.value.at(end) ?? '';
  return 'children' in node ? characterAt(end, node.children.at(end)) : '';
}

/** The punctuation between two neighbours that only styles separate on the page; empty where none is missing. */
function separatorOf(before: Nodes | undefined, after: Nodes, parent: string): string {
  if (before?.type !== 'element' || !inline.has(before.tagName)) return '';
  const isPicture = before.tagName === 'img';
  const [last, first] = [characterAt(-1, before), characterAt(0, after)];
  if (/^[\s.,;:!?)»”]?$/.test(first) || (!isPicture && /^\s?$/.test(last))) return '';
  const isBold = before.tagName === 'b' || before.tagName === 'strong';
  // A caption is the name of a person in bold, then the role of that person.
  if (after.type === 'text') return isBold && parent === 'figcaption' ? ', ' : '';
  if (after.type !== 'element' || !partStarts.has(after.tagName)) return '';
  // On these pages, the element `small` after a number contains its unit.
  const needsSpace = isPicture || before.tagName === 'a' || after.tagName === 'a' || after.tagName === 'small';
  if (needsSpace || /[.:!?]/.test(last)) return ' ';
  return isBold && parent === 'li' ? ': ' : ' · ';
}

/**
 * Prepares the content of a page for Markdown: without what is left out and without the comments with which React
 * separates texts; with white space or punctuation between parts of a line, and with the spaces of plain text.
 */
export function prepareTree<Node extends Nodes>(node: Node): Node {
  if (node.type === 'text') return { ...node, value: unbindWords(node.value) };
  if (!('children' in node)) return node;
  const parent = node.type === 'element' ? node.tagName : '';
  const children: Nodes[] = [];
  for (const child of node.children) {
    if (child.type === 'comment' || (child.type === 'element' && isLeftOut(child))) continue;
    // The elements in a code block are its lines, which need no separator.
    const separator = parent === 'pre' || parent === 'code' ? '' : separatorOf(children.at(-1), child, parent);
    if (separator) children.push({ type: 'text', value: separator });
    children.push(prepareTree(child));
  }
  return { ...node, children };
}
