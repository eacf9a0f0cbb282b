import { ElementType, parseDocument } from 'htmlparser2';
import { visible } from '#shared/plain-text.ts';
import { escapeHtml } from '#server/escape.ts';
import { isBlank, piece, type Piece } from './piece.ts';
import { tidyTable } from './table.ts';

type ParsedNode = ReturnType<typeof parseDocument>['children'][number];

const inline = new Set([
  '',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'sub',
  'sup',
  'a',
  'cite',
  'q',
  'code',
  'kbd',
  'mark',
  'small',
  'abbr',
  'time',
  'br',
  'img',
]);
const blocks = new Set(['p', 'hr', 'h2', 'h3', 'h4', 'ul', 'ol', 'blockquote', 'pre', 'figure', 'table', 'dl']);
/** What holds a line of text and nothing bigger. */
const lines = new Set(['p', 'h2', 'h3', 'h4', 'pre', 'dt', 'th', 'caption']);
const empty = new Set(['br', 'hr', 'img']);

function read(node: ParsedNode): Piece[] {
  if (node.type === ElementType.Text) return [{ ...piece(''), text: visible(node.data) }];
  return 'attribs' in node ? [piece(node.name, node.children.flatMap(read), node.attribs)] : [];
}

const isInline = ({ name, content }: Piece): boolean => inline.has(name) && content.every(isInline);
const wordsOf = ({ text, content }: Piece): string => text + content.map(wordsOf).join('');

/** Attributes that the checker and the browser can both read. */
function tidyAttributes({ name, attributes }: Piece): Record<string, string> {
  const { scope, ...rest } = attributes;
  return name === 'th' && scope && /^(row|col|rowgroup|colgroup)$/.test(scope) ? { ...rest, scope } : rest;
}

const instant = /^\d{4}(-\d\d(-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)?)?)?)?$/;
const isDate = (text: string) => instant.test(text) && !Number.isNaN(Date.parse(text));

/** Text and what stands in a line of it; anything bigger gives its own content. */
function tidyLine(pieces: Piece[], within: ReadonlySet<string>): Piece[] {
  return pieces.flatMap((part): Piece[] => {
    if (part.name === '' || empty.has(part.name)) return part.name === 'hr' ? [] : [part];
    const unwrapped =
      !inline.has(part.name) ||
      (part.name === 'a' && within.has('a')) ||
      (part.name === 'time' && !isDate(part.attributes['datetime'] ?? wordsOf(part)));
    const content = tidyLine(part.content, new Set([...within, part.name]));
    return unwrapped ? content : [{ ...part, content }];
  });
}

const tidyText = (pieces: Piece[]) => tidyLine(pieces, new Set());

/** A list of nothing but items; what else stood there becomes one. */
function tidyList(list: Piece): Piece[] {
  const items = list.content
    .filter((part) => !isBlank(part))
    .map((part) => (part.name === 'li' ? part : piece('li', [part])));
  return items.length > 0
    ? [{ ...list, content: items.map((item) => ({ ...item, content: tidyFlow(item.content) })) }]
    : [];
}

/** Terms with their meanings, or paragraphs where they do not come in pairs. */
function tidyTerms(list: Piece): Piece[] {
  const parts = list.content.filter((part) => !isBlank(part));
  const inPairs = /^(t+d+)+$/.test(parts.map(({ name }) => (name === 'dt' ? 't' : name === 'dd' ? 'd' : 'x')).join(''));
  if (!inPairs) return tidyFlow(parts);
  return [
    {
      ...list,
      content: parts.map((part) => ({
        ...part,
        content: part.name === 'dt' ? tidyText(part.content) : tidyFlow(part.content),
      })),
    },
  ];
}

/** A picture with one caption, at its end. */
function tidyFigure(figure: Piece): Piece[] {
  const caption = figure.content.find(({ name }) => name === 'figcaption');
  const rest = figure.content.filter((part) => part !== caption);
  return [
    {
      ...figure,
      content: [...tidyFlow(rest), ...(caption ? [{ ...caption, content: tidyFlow(caption.content) }] : [])],
    },
  ];
}

function tidyBlock(block: Piece): Piece[] {
  const { name, content } = block;
  if (name === 'ul' || name === 'ol') return tidyList(block);
  if (name === 'dl') return tidyTerms(block);
  if (name === 'figure') return tidyFigure(block);
  if (name === 'table') return tidyTable(block, { flow: tidyFlow, text: tidyText });
  if (name === 'blockquote') return [{ ...block, content: tidyFlow(content) }];
  if (!lines.has(name)) return [block];
  const text = tidyText(content);
  const silent = text.every((part) => wordsOf(part).trim() === '' && part.name !== 'img');
  return silent && name !== 'pre' ? [] : [{ ...block, content: text }];
}

/** Blocks and lines side by side, as in the body of an article, an item or a quotation. */
function tidyFlow(pieces: Piece[]): Piece[] {
  return pieces.flatMap((part): Piece[] => {
    if (isInline(part)) return tidyText([part]);
    if (blocks.has(part.name)) return tidyBlock(part);
    // A slanted chapter is a chapter; an item, a cell or a caption alone is a paragraph.
    if (inline.has(part.name) || part.content.some((inner) => !isInline(inner))) return tidyFlow(part.content);
    return tidyBlock(piece('p', part.content));
  });
}

/** Headings go down one level at a time, from the article's own h1. */
function tidyLevels(pieces: Piece[], last = { level: 1 }): Piece[] {
  return pieces.map((part) => {
    const level = /^h([2-4])$/.exec(part.name)?.[1];
    if (!level) return { ...part, content: tidyLevels(part.content, last) };
    last.level = Math.min(Number(level), last.level + 1);
    return { ...part, name: `h${last.level}` };
  });
}

/** Between tags a quotation mark may stay what it is. */
const escapeText = (text: string) => text.replace(/[&<>]/g, escapeHtml);

function print(part: Piece): string {
  const { name, text, content } = part;
  if (name === '') return escapeText(text);
  const attributes = Object.entries(tidyAttributes(part))
    .map(([key, value]) => ` ${key}="${escapeHtml(visible(value))}"`)
    .join('');
  if (empty.has(name)) return `<${name}${attributes}>`;
  return `<${name}${attributes}>${content.map(print).join('')}</${name}>`;
}

/** Sanitised HTML made valid: every element stands where it may stand, and its attributes say what they may say. */
export function tidyHtml(html: string): string {
  const pieces = parseDocument(html).children.flatMap(read);
  return tidyLevels(tidyFlow(pieces)).map(print).join('');
}
