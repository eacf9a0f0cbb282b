import type TurndownService from 'turndown';
import { pageUrl } from '#shared/head.ts';
import type { Language } from '#shared/languages.ts';
import { findRoute } from '#client/routes.ts';

/** What a page has for eyes and hands alone. */
const unread = [
  'script',
  'style',
  'template',
  'noscript',
  'form',
  'button',
  'dialog',
  'nav',
  'video',
  'audio',
  'iframe',
  'object',
] as const;
const blocks = /^(?:P|DIV|H[1-6]|UL|OL|FIGURE|SECTION|ARTICLE)$/;

const hasBlocks = (node: Node): boolean =>
  [...node.childNodes].some((child) => blocks.test(child.nodeName) || hasBlocks(child));
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

interface Place {
  origin: string;
  language: Language;
}

/** The site's own pages in the language of the text that names them. */
function resolve(address: string, { origin, language }: Place): string {
  if (!URL.canParse(address, origin)) return address;
  const url = new URL(address, origin);
  if (url.origin !== origin || !findRoute(url.pathname)) return url.href;
  return pageUrl(origin, url.pathname, language, Object.fromEntries(url.searchParams)) + url.hash;
}

function createConverter(Turndown: typeof TurndownService, place: Place): TurndownService {
  const converter = new Turndown({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  const absolute = (address: string) => resolve(address, place);
  // Words that look like HTML stay words.
  const escape = converter.escape.bind(converter);
  converter.escape = (text) => escape(text).replace(/<|&(?=#?\w+;)/g, '\\$&');
  converter.remove([...unread]);
  converter.remove((node) => node.nodeName.toLowerCase() === 'svg' || node.getAttribute('aria-hidden') === 'true');
  converter.addRule('link', {
    filter: (node) => node.nodeName === 'A' && node.hasAttribute('href'),
    replacement(content, node) {
      const address = (node as Element).getAttribute('href') ?? '';
      // The way back is a button in link's clothes.
      if ((node as Element).classList.contains('go--back')) return '';
      if (!content.trim() || address.startsWith('#')) return content;
      // A card that is one link: its words, then where they lead.
      if (hasBlocks(node)) return `\n\n${content.trim()}\n\n<${absolute(address)}>\n\n`;
      return `[${oneLine(content)}](${absolute(address)})`;
    },
  });
  converter.addRule('picture', {
    filter: 'img',
    replacement(_content, node) {
      const picture = node as Element;
      const alt = oneLine(picture.getAttribute('alt') ?? '');
      return alt ? `![${alt.replace(/[[\]\\]/g, '\\$&')}](${absolute(picture.getAttribute('src') ?? '')})` : '';
    },
  });
  converter.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement(content, node) {
      // What stands slanted or in lines of its own there is for the eye; a link is for everybody.
      const words = oneLine(content.includes('](') ? content : converter.escape(node.textContent ?? ''));
      return words ? `\n\n${'#'.repeat(Number(node.nodeName.slice(1)))} ${words}\n\n` : '';
    },
  });
  converter.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) => ` ${oneLine(content).replace(/\|/g, '\\|')} |`,
  });
  converter.addRule('row', {
    filter: 'tr',
    replacement(content, node) {
      const isFirst = node.parentNode?.nodeName !== 'TBODY' || !node.previousSibling;
      const rule =
        isFirst && !(node.ownerDocument && (node.parentNode as Element).previousElementSibling?.nodeName === 'THEAD');
      const columns = [...node.childNodes].filter(({ nodeName }) => nodeName === 'TH' || nodeName === 'TD').length;
      return `|${content.trimEnd()}\n${rule ? `|${' --- |'.repeat(columns)}\n` : ''}`;
    },
  });
  converter.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => `\n${content.trim()}\n` });
  converter.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` });
  // Terms and what they mean, a line each.
  converter.addRule('term', { filter: 'dt', replacement: (content) => `\n\n**${oneLine(content)}**` });
  converter.addRule('meaning', { filter: 'dd', replacement: (content) => `: ${oneLine(content)}` });
  return converter;
}

/** Two pieces of a line that only style keeps apart. */
const neighbours = /(<\/(?:a|b|strong|span|time|small|data)>)(?=<(?:a|span|time|small|data)[ >])/g;

/** The content of a printed page's <main> as plain Markdown, its addresses made absolute. */
export async function pageToMarkdown(html: string, place: Place): Promise<string> {
  // Loaded with the first question: the server starts without it.
  const { default: Turndown } = await import('turndown');
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  const markdown = createConverter(Turndown, place).turndown(main.replace(neighbours, '$1 '));
  return `${markdown
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}
