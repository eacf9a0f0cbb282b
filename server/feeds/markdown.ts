import type { Element, ElementContent, Nodes } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { defaultHandlers, toMdast, type Handle } from 'hast-util-to-mdast';
import type { Emphasis, Link, Nodes as MarkdownNodes, Paragraph, PhrasingContent } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { defaultHandlers as defaultPrinters, toMarkdown, type Handle as PrintHandle } from 'mdast-util-to-markdown';
import { parseFragment } from 'parse5';
import { pageUrl } from '#shared/head.ts';
import type { Language } from '#shared/languages.ts';
import { toSingleLine } from '#shared/plain-text.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import { findRoute } from '#client/routes.ts';
import { classesOf, prepareTree } from './markdown-tree.ts';

/** Elements that are only decoration or controls. */
const omitted =
  'script style template noscript button input select textarea dialog video audio iframe object svg'.split(' ');
const blockTypes = new Set(['paragraph', 'heading', 'list', 'table', 'blockquote', 'code', 'thematicBreak']);
/** Longer pages are cut, because the time grows with the length of the page. */
const maxCharacters = 500_000;

interface Place {
  origin: string;
  language: Language;
  /** The path of the page, perhaps with a query. */
  page: string;
  /** The text of a link to a form of the page. */
  formLink: string;
}

/** An absolute address; addresses of the site's own pages get the language of the text. */
function resolve(address: string, { origin, language, page }: Place): string {
  const url = URL.parse(address, new URL(page, origin));
  if (!url) return address;
  if (url.origin !== origin || !findRoute(url.pathname)) return url.href;
  return pageUrl(origin, url.pathname, language, Object.fromEntries(url.searchParams)) + url.hash;
}

function plainTextOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'element' && node.tagName === 'br') return ' ';
  return 'children' in node ? node.children.map(plainTextOf).join('') : '';
}

const isPhrasing = (node: MarkdownNodes): node is PhrasingContent =>
  !blockTypes.has(node.type) && node.type !== 'listItem';

/** Joins the phrasing content of blocks. */
function toPhrasing(nodes: MarkdownNodes[]): PhrasingContent[] {
  return nodes.flatMap((node): PhrasingContent[] => {
    if (isPhrasing(node)) return [node];
    return 'children' in node ? [...toPhrasing(node.children), { type: 'text', value: ' ' }] : [];
  });
}

/** The terms and definitions of a list; some of them are grouped by a div. */
function entriesOf(list: Element): Element[] {
  return list.children
    .filter((child) => child.type === 'element')
    .flatMap((child) => (child.tagName === 'dt' || child.tagName === 'dd' ? [child] : entriesOf(child)));
}

const describeImage = (node: Element) => unbindWords(toSingleLine(String(node.properties['alt'] ?? '')));

/** Menus are left out; the links to the other pages of a list are the only way to its older items. */
const navigation: Handle = (state, node) => {
  if (!classesOf(node).includes('pager')) return undefined;
  return state.toFlow(state.all(node));
};

const heading: Handle = (state, node) => {
  const content = toPhrasing(state.all(node));
  const text = toSingleLine(plainTextOf(node));
  if (text === '') return undefined;
  // Only the headings h1 to h6 have this handler.
  const depth = Number(node.tagName.slice(1)) as 1 | 2 | 3 | 4 | 5 | 6;
  // Other markup in a heading is only visual.
  const hasLink = content.some(({ type }) => type === 'link');
  return { type: 'heading', depth, children: hasLink ? content : [{ type: 'text', value: text }] };
};

const definitions: Handle = (state, node) => {
  const paragraphs: Paragraph[] = [];
  for (const entry of entriesOf(node)) {
    const content = toPhrasing(state.all(entry));
    const last = paragraphs.at(-1);
    if (entry.tagName === 'dd' && last) last.children.push({ type: 'text', value: ': ' }, ...content);
    else paragraphs.push({ type: 'paragraph', children: [{ type: 'strong', children: content }] });
  }
  return paragraphs;
};

const table: Handle = (state, node) => {
  const isCaption = (child: ElementContent) => child.type === 'element' && child.tagName === 'caption';
  const caption = node.children.find(isCaption);
  const withoutCaption = { ...node, children: node.children.filter((child) => !isCaption(child)) };
  const rows = defaultHandlers.table(state, withoutCaption);
  if (!caption || state.inTable) return rows;
  const text: PhrasingContent = { type: 'text', value: toSingleLine(plainTextOf(caption)) };
  return [{ type: 'paragraph', children: [text] }, rows];
};

function createHandlers(place: Place): Record<string, Handle> {
  const link: Handle = (state, node) => {
    const address = String(node.properties['href'] ?? '');
    // The link back to the list is a control of the page and not part of its content.
    if (classesOf(node).includes('arrow-link--back')) return undefined;
    const content = state.all(node);
    const isEmpty = plainTextOf(node).trim() === '' && !content.some(({ type }) => type === 'image');
    if (address === '' || address === '#' || isEmpty) return content;
    const url = resolve(address, place);
    if (content.every(isPhrasing)) return { type: 'link', url, children: content };
    // A card that is one link becomes its content, followed by its address.
    const end: MarkdownNodes = { type: 'link', url, children: [{ type: 'text', value: url }] };
    return [...state.toFlow(content), { type: 'paragraph', children: [end] }];
  };

  /** A form cannot be used in Markdown, so the text leads to the page. */
  const form: Handle = (_state, node) => {
    const url = resolve(String(node.properties['action'] ?? ''), place);
    return {
      type: 'paragraph',
      children: [{ type: 'link', url, children: [{ type: 'text', value: place.formLink }] }],
    };
  };

  return {
    ...Object.fromEntries(omitted.map((name) => [name, () => undefined])),
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading])),
    a: link,
    form,
    nav: navigation,
    dl: definitions,
    table,
    // CommonMark has no strikethrough, so only its content is printed.
    s: (state, node) => state.all(node),
    img: (_state, node) => {
      const alt = describeImage(node);
      // The `src` of a picture that is printed into the page is the picture itself.
      const address = String(node.properties['dataAddress'] ?? node.properties['src'] ?? '');
      return alt ? { type: 'image', url: resolve(address, place), alt } : undefined;
    },
  };
}

/**
 * Prints emphasis. The library's own printer tries several markers at each place where emphases touch, which takes more
 * than quadratic time. Without `peek` the library would print every sibling twice.
 */
function printBetween(marker: string): PrintHandle {
  const print: PrintHandle = (node, _parent, state, info) => {
    // The library types nodes as `any`; only emphasis and strong text, which have the same content, are printed here.
    const content = state.containerPhrasing(node as Emphasis, { ...info, before: marker, after: marker });
    const text = content.trim();
    return text === '' ? content : content.replace(text, () => `${marker}${text}${marker}`);
  };
  return Object.assign(print, { peek: () => marker.slice(0, 1) });
}

/**
 * Prints a link. The library puts a backslash before every `&` of an address; it is needed only where a character
 * reference, such as `&copy;`, begins.
 */
const printLink: PrintHandle = Object.assign(
  ((node: Link, parent, state, info) => {
    const printed = defaultPrinters.link(node, parent, state, info);
    const start = printed.lastIndexOf('](');
    return printed.slice(0, start) + printed.slice(start).replace(/\\&(?!#|\w+;)/g, '&');
  }) satisfies PrintHandle,
  { peek: defaultPrinters.link.peek },
);

/** The content of a printed page's <main> as plain Markdown with absolute addresses. */
export function pageToMarkdown(html: string, place: Place): string {
  const start = html.indexOf('>', html.indexOf('<main')) + 1;
  const main = html.slice(start, Math.min(html.lastIndexOf('</main>'), start + maxCharacters));
  const tree = prepareTree(fromParse5(parseFragment(main)));
  const markdown = toMdast(tree, { document: true, handlers: createHandlers(place) });
  return toMarkdown(markdown, {
    bullet: '-',
    rule: '-',
    handlers: { emphasis: printBetween('*'), strong: printBetween('**'), link: printLink },
    // Padding every cell to the width of the longest one would make a table much longer than its text.
    extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
  });
}
