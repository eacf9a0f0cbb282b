import type { Element, ElementContent, Nodes, RootContent } from 'hast';
import { sanitize, type Schema } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { limitWhiteSpace, removeInvisible } from '#shared/plain-text.ts';
import { allowedElements, fitFlow, fitHeadings } from './content-model.ts';
import { isOwnAddress, normaliseAddress } from './link-address.ts';
import { parseHtml } from './parse-html.ts';

/** The children of a root. A fragment has no doctype, which the type of a root allows. */
function contentOf(root: Nodes): ElementContent[] {
  const children: RootContent[] = 'children' in root ? root.children : [];
  return children.filter((child) => child.type !== 'doctype');
}

/**
 * The maximum length of an article's HTML, in characters. The site cuts longer ones, because each step of printing a page
 * takes time in proportion to them.
 */
export const maxArticleLength = 200_000;

/** The elements and attributes that are allowed in articles. */
const schema: Schema = {
  tagNames: allowedElements,
  attributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['scope', 'colSpan', 'rowSpan'],
    td: ['colSpan', 'rowSpan'],
    time: ['dateTime'],
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'], src: [] },
  // The content of these elements is not text for readers.
  strip: 'script style template title textarea select iframe object noembed noframes svg math'.split(' '),
};

/** A page has one h1, the headline; articles have three levels below it. */
const renamed: Record<string, string> = { h1: 'h2', h5: 'h4', h6: 'h4' };

type Properties = Element['properties'];

function linkProperties({ href }: Properties): Properties {
  const address = normaliseAddress(String(href ?? '').trim());
  const isOutside = address !== '' && !isOwnAddress(address) && !address.startsWith('#');
  return { ...(address && { href: address }), ...(isOutside && { rel: ['noopener', 'nofollow'] }) };
}

const pixels = (value: unknown) => (/^\d{1,5}$/.test(String(value)) ? Number(value) : undefined);

/** Returns the path on this site of the picture at an address; null when the picture must not be shown. */
type MediaPath = (address: string) => string | null;

function pictureProperties({ src, alt, width, height }: Properties, mediaPath: MediaPath): Properties {
  const path = mediaPath(String(src ?? '').trim());
  // Some code takes the first angle bracket for the end of a tag.
  const text = String(alt ?? '')
    .replaceAll('<', '‹')
    .replaceAll('>', '›');
  return { ...(path && { src: path }), alt: text, loading: 'lazy', width: pixels(width), height: pixels(height) };
}

/**
 * Prepares a node for the allowlist. Invisible characters are removed first: removed later, they could turn a
 * harmless address into a script.
 */
function prepare(node: ElementContent, mediaPath: MediaPath): ElementContent[] {
  if (node.type === 'text') return [{ ...node, value: limitWhiteSpace(removeInvisible(node.value)) }];
  if (node.type !== 'element') return [];
  const entries = Object.entries(node.properties).map(
    ([name, value]) => [name, typeof value === 'string' ? removeInvisible(value) : value] as const,
  );
  let properties: Properties = Object.fromEntries(entries);
  if (node.tagName === 'a') properties = linkProperties(properties);
  if (node.tagName === 'img') properties = pictureProperties(properties, mediaPath);
  if (node.tagName === 'img' && !properties['src']) return [];
  if (!/^(row|col|rowgroup|colgroup)$/.test(String(properties['scope']))) delete properties['scope'];
  const tagName = renamed[node.tagName] ?? node.tagName;
  return [{ ...node, tagName, properties, children: node.children.flatMap((child) => prepare(child, mediaPath)) }];
}

/**
 * Reduces the HTML of an article to an allowlist and makes it valid: no scripts, handlers, styles, forms or frames;
 * links only to pages, mail and telephones; pictures only with a path of `mediaPath`. Throws a RangeError when the HTML
 * has too many elements or is nested too deep.
 */
export function sanitizeArticle(html: string, mediaPath: MediaPath): string {
  const prepared = contentOf(parseHtml(html)).flatMap((node) => prepare(node, mediaPath));
  const children = fitFlow(contentOf(sanitize({ type: 'root', children: prepared }, schema)));
  fitHeadings(children);
  return toHtml({ type: 'root', children }, { characterReferences: { useNamedReferences: true } });
}
