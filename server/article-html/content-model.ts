import type { Element, ElementContent } from 'hast';
import { element, normaliseRows } from './table.ts';

/** Elements within a line of text. */
const phrasing = 'strong b em i u s sub sup a cite q code kbd mark small abbr time br img'.split(' ');
/** Elements that stand on their own lines. */
const blocks = new Set('p hr h2 h3 h4 ul ol blockquote pre figure table dl'.split(' '));
/** Elements that are allowed only in elements of one kind, such as an item in a list. */
const dependentElements = 'li dt dd figcaption caption thead tbody tr th td'.split(' ');
export const allowedElements = [...phrasing, ...blocks, ...dependentElements];

const phrasingNames = new Set(phrasing);
const voidNames = new Set(['br', 'hr', 'img']);
/** Deeper blocks become plain text. */
const maxDepth = 30;

const isElement = (node: ElementContent, name?: string): node is Element =>
  node.type === 'element' && (name === undefined || node.tagName === name);
const isDefinition = (node: ElementContent): node is Element => isElement(node, 'dt') || isElement(node, 'dd');
const childrenOf = (node: ElementContent) => (isElement(node) ? node.children : []);
const isBlankText = (node: ElementContent) => node.type === 'text' && node.value.trim() === '';
const isPhrasing = (node: ElementContent): boolean =>
  !isElement(node) || (phrasingNames.has(node.tagName) && node.children.every(isPhrasing));
/** Whether none of the nodes is visible. */
const isBlank = (nodes: ElementContent[]): boolean =>
  nodes.every((node) => isBlankText(node) || (isElement(node) && node.tagName !== 'img' && isBlank(node.children)));

const instant = /^\d{4}(-\d\d(-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)?)?)?)?$/;
const isInstant = (text: string) => instant.test(text) && !Number.isNaN(Date.parse(text));

function isTime({ properties, children: [only, ...others] }: Element): boolean {
  if (properties['dateTime']) return isInstant(String(properties['dateTime']));
  return only?.type === 'text' && others.length === 0 && isInstant(only.value);
}

/** Keeps text and phrasing elements; any other element is replaced by its content. */
function fitPhrasing(nodes: ElementContent[], insideLink = false): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (!isElement(node)) return [node];
    const { tagName } = node;
    if (voidNames.has(tagName)) return tagName === 'hr' ? [] : [node];
    const replaced =
      !phrasingNames.has(tagName) || (tagName === 'a' && insideLink) || (tagName === 'time' && !isTime(node));
    const children = fitPhrasing(node.children, insideLink || tagName === 'a');
    return replaced ? children : [{ ...node, children }];
  });
}

/** Makes a list contain only items: neighbouring nodes that are not items are joined to one item. */
function fitList(list: Element, depth: number): ElementContent[] {
  const items: Element[] = [];
  let made: Element | undefined;
  for (const node of list.children) {
    if (isElement(node, 'li')) {
      items.push(node);
      made = undefined;
    } else if (made || !isBlankText(node)) {
      if (!made) items.push((made = element('li')));
      made.children.push(node);
    }
  }
  const children = items.map((item) => ({ ...item, children: fitFlow(item.children, depth) }));
  return children.length > 0 ? [{ ...list, children }] : [];
}

/**
 * Makes a definition list contain only terms, each followed by its definitions; any other sequence becomes paragraphs.
 */
function fitDefinitions(list: Element, depth: number): ElementContent[] {
  const entries = list.children.filter((node) => !isBlankText(node));
  if (!entries.every(isDefinition)) return fitFlow(entries, depth);
  const names = entries.map(({ tagName }) => tagName).join('');
  if (!/^((dt)+(dd)+)+$/.test(names)) return fitFlow(entries, depth);
  const children = entries.map((entry) => ({
    ...entry,
    children: entry.tagName === 'dt' ? fitPhrasing(entry.children) : fitFlow(entry.children, depth),
  }));
  return [{ ...list, children }];
}

/** Gives a figure at most one caption, at its end. */
function fitFigure(figure: Element, depth: number): ElementContent[] {
  const caption = figure.children.find((node) => isElement(node, 'figcaption'));
  const rest = figure.children.filter((node) => node !== caption);
  const end = caption ? [element('figcaption', fitFlow(childrenOf(caption), depth))] : [];
  return [{ ...figure, children: [...fitFlow(rest, depth), ...end] }];
}

/** Makes a table of a caption, a head and a body whose rows have the same width. */
function fitTable(table: Element, depth: number): ElementContent[] {
  const fitCell = (cell: Element): Element => ({
    ...cell,
    children: cell.tagName === 'th' ? fitPhrasing(cell.children) : fitFlow(cell.children, depth),
  });
  const readRows = (nodes: ElementContent[]): Element[][] =>
    nodes
      .flatMap((node) => (isElement(node, 'tbody') || isElement(node, 'thead') ? node.children : [node]))
      .filter((node) => isElement(node, 'tr'))
      .map(({ children }) => children.filter((cell) => isElement(cell, 'td') || isElement(cell, 'th')).map(fitCell))
      .filter((cells) => cells.length > 0);
  const heads = table.children.filter((node) => isElement(node, 'thead'));
  const rows = normaliseRows(readRows(heads), readRows(table.children.filter((node) => !isElement(node, 'thead'))));
  if (!rows) return [];
  const caption = table.children.find((node) => isElement(node, 'caption'));
  return [
    element('table', [
      ...(caption ? [element('caption', fitPhrasing(childrenOf(caption)))] : []),
      ...(rows.head.length > 0 ? [element('thead', rows.head)] : []),
      ...(rows.body.length > 0 ? [element('tbody', rows.body)] : []),
    ]),
  ];
}

function fitBlock(block: Element, depth: number): ElementContent[] {
  const { tagName, children } = block;
  if (tagName === 'hr') return [block];
  if (tagName === 'ul' || tagName === 'ol') return fitList(block, depth);
  if (tagName === 'dl') return fitDefinitions(block, depth);
  if (tagName === 'figure') return fitFigure(block, depth);
  if (tagName === 'table') return fitTable(block, depth);
  if (tagName === 'blockquote') return [{ ...block, children: fitFlow(children, depth) }];
  const text = fitPhrasing(children);
  return isBlank(text) && tagName !== 'pre' ? [] : [{ ...block, children: text }];
}

/** Makes valid flow content, such as the body of an article, an item or a quotation. */
export function fitFlow(nodes: ElementContent[], depth = 0): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (!isElement(node) || isPhrasing(node) || depth >= maxDepth) return fitPhrasing([node]);
    if (blocks.has(node.tagName)) return fitBlock(node, depth + 1);
    // Blocks inside a phrasing element are kept without that element; a lone item, cell or caption becomes a paragraph.
    const isParagraph = !phrasingNames.has(node.tagName) && node.children.every(isPhrasing);
    return isParagraph ? fitBlock(element('p', node.children), depth) : fitFlow(node.children, depth);
  });
}

/**
 * Corrects the levels of headings, so that each is at most one level below the previous one, from the h1 of the page.
 */
export function fitHeadings(nodes: ElementContent[], last = { level: 1 }): void {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    const level = Number(/^h([2-4])$/.exec(node.tagName)?.[1] ?? 0);
    if (level > 0) {
      last.level = Math.min(level, last.level + 1);
      node.tagName = `h${last.level}`;
    } else fitHeadings(node.children, last);
  }
}
