import type { Element, Nodes, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { defaultHandlers, toMdast, type Handle, type State } from 'hast-util-to-mdast';
import type { PhrasingContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown, gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toHast } from 'mdast-util-to-hast';
import { toMarkdown } from 'mdast-util-to-markdown';
import { gfmTable } from 'micromark-extension-gfm-table';
import { parseHtml } from '#server/article-html/parse-html.ts';
import { sanitizeArticle } from '#server/article-html/sanitizer.ts';
import { cropSizes, pictureCropOf } from './picture-address.ts';

/** Markdown has no syntax for these inline elements, so they remain HTML, which Markdown allows within a line. */
const inlineHtml = 'u s sub sup cite q kbd mark small abbr time'.split(' ');
/** Markdown has no syntax for these block elements. */
const blockHtml = ['figure', 'dl'];

const printElement = (node: Parameters<Handle>[1]) =>
  toHtml(node, { characterReferences: { useNamedReferences: true } });

/**
 * Returns the Markdown of an element's children. The converter types them as any node; inline elements have inline
 * ones.
 */
const inlineChildren = (state: State, node: Element) => state.all(node) as PhrasingContent[];

/** Converts an inline element to HTML tags with Markdown content. */
const printInlineHtml: Handle = (state, node) => {
  const [start = '', end = ''] = printElement({ ...node, children: [{ type: 'text', value: '\0' }] }).split('\0');
  return [{ type: 'html', value: start }, ...inlineChildren(state, node), { type: 'html', value: end }];
};

/** In Markdown an HTML block ends at the next blank line, so blank lines inside the block are removed. */
const printBlockHtml: Handle = (_state, node) => ({
  type: 'html',
  value: printElement(node).replace(/\n\s*\n/g, '\n'),
});

const isElement = (node: Nodes | undefined, name: string): node is Element =>
  node?.type === 'element' && node.tagName === name;

/** Markdown has no row headers, so they become bold first cells. */
const headerCell: Handle = (state, node) => {
  const content = inlineChildren(state, node);
  const isOfRow = node.properties['scope'] === 'row' && content.length > 0;
  return { type: 'tableCell', children: isOfRow ? [{ type: 'strong', children: content }] : content };
};

/** Returns the names of all elements within a node. */
const namesWithin = ({ children }: Element): string[] =>
  children.flatMap((child) => (child.type === 'element' ? [child.tagName, ...namesWithin(child)] : []));

/** Elements that Markdown cannot express in a table: a cell is one line of text, and there is no syntax for captions. */
const notInTables = ['caption', 'p', 'ul', 'ol', 'dl', 'pre', 'blockquote', 'figure', 'br', 'hr'];

/** A Markdown table has a header row; any table that Markdown cannot express remains HTML. */
const table: Handle = (state, node) => {
  const names = namesWithin(node);
  return names.includes('thead') && !notInTables.some((name) => names.includes(name))
    ? defaultHandlers.table(state, node)
    : printBlockHtml(state, node, undefined);
};

const handlers: Record<string, Handle> = {
  ...Object.fromEntries(inlineHtml.map((name) => [name, printInlineHtml])),
  ...Object.fromEntries(blockHtml.map((name) => [name, printBlockHtml])),
  table,
  th: headerCell,
};

/** Converts the HTML of an article to Markdown for editing. Converting it back gives equivalent HTML. */
export function articleToMarkdown(html: string): string {
  if (html.trim() === '') return '';
  return toMarkdown(toMdast(parseHtml(html), { document: true, handlers }), {
    bullet: '-',
    rule: '-',
    fences: true,
    // Padding every cell to the longest would make a table much longer than its text.
    extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
  }).trim();
}

/** Sets the `scope` of the header cells of a table. */
function setHeaderScopes(node: Nodes): void {
  if (isElement(node, 'th')) node.properties['scope'] ??= 'col';
  if (isElement(node, 'tr')) {
    const first = node.children.find((child) => child.type === 'element');
    const [bold, ...others] = first?.children ?? [];
    if (isElement(first, 'td') && isElement(bold, 'strong') && others.length === 0)
      Object.assign(first, { tagName: 'th', properties: { scope: 'row' }, children: bold.children });
  }
  if ('children' in node) node.children.forEach(setHeaderScopes);
}

/** Sets the width and height of uploaded pictures, so that loading them causes no layout shift. */
function sizePictures(node: Nodes): void {
  if (isElement(node, 'img')) {
    const crop = pictureCropOf(String(node.properties['src']));
    if (crop) Object.assign(node.properties, cropSizes[crop]);
  }
  if ('children' in node) node.children.forEach(sizePictures);
}

/**
 * Converts an article's Markdown to the HTML for visitors: CommonMark with tables, and the elements that the site
 * allows in articles. Throws a RangeError if there are too many elements or they are nested too deep.
 */
export function articleToHtml(markdown: string): string {
  const tree = fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  // `toHast` returns a Root for a Root; its type does not express that.
  const root = toHast(tree, { allowDangerousHtml: true }) as Root;
  setHeaderScopes(root);
  sizePictures(root);
  // HTML tags in Markdown are unparsed nodes of the tree, so the whole text is parsed again, as a browser would.
  const html = toHtml(root, { allowDangerousHtml: true });
  // Picture addresses are not changed here: the site decides later which of them it shows.
  return sanitizeArticle(html, (address) => address || null).trim();
}

export type ToHtml = typeof articleToHtml;

/** Creates an `articleToHtml` that converts the same text only once. */
export function createConverter(): ToHtml {
  const converted = new Map<string, string>();
  return (markdown) => {
    const html = converted.get(markdown) ?? articleToHtml(markdown);
    converted.set(markdown, html);
    return html;
  };
}
