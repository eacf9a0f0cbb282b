import type TurndownService from 'turndown';

/** What a page has for eyes and hands alone. */
const unread = ['script', 'style', 'template', 'noscript', 'form', 'button', 'dialog', 'nav', 'video', 'audio', 'iframe', 'object'] as const;
const blocks = /^(?:P|DIV|H[1-6]|UL|OL|FIGURE|SECTION|ARTICLE)$/;

const hasBlocks = (node: Node): boolean => [...node.childNodes].some((child) => blocks.test(child.nodeName) || hasBlocks(child));
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function createConverter(Turndown: typeof TurndownService, origin: string): TurndownService {
  const converter = new Turndown({ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced', emDelimiter: '*' });
  const absolute = (address: string) => (URL.canParse(address, origin) ? new URL(address, origin).href : address);
  converter.remove([...unread]);
  converter.remove((node) => node.nodeName.toLowerCase() === 'svg' || node.getAttribute('aria-hidden') === 'true');
  converter.addRule('link', {
    filter: (node) => node.nodeName === 'A' && node.hasAttribute('href'),
    replacement(content, node) {
      const address = (node as Element).getAttribute('href') ?? '';
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
    replacement: (content, node) => (content.trim() ? `\n\n${'#'.repeat(Number(node.nodeName.slice(1)))} ${oneLine(content)}\n\n` : ''),
  });
  converter.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) => ` ${oneLine(content).replace(/\|/g, '\\|')} |`,
  });
  converter.addRule('row', {
    filter: 'tr',
    replacement(content, node) {
      const isFirst = node.parentNode?.nodeName !== 'TBODY' || !node.previousSibling;
      const rule = isFirst && !(node.ownerDocument && (node.parentNode as Element).previousElementSibling?.nodeName === 'THEAD');
      const columns = [...node.childNodes].filter(({ nodeName }) => nodeName === 'TH' || nodeName === 'TD').length;
      return `|${content.trimEnd()}\n${rule ? `|${' --- |'.repeat(columns)}\n` : ''}`;
    },
  });
  converter.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` });
  // Terms and what they mean, a line each.
  converter.addRule('term', { filter: 'dt', replacement: (content) => `\n\n**${oneLine(content)}**` });
  converter.addRule('meaning', { filter: 'dd', replacement: (content) => `: ${oneLine(content)}` });
  return converter;
}

/** The content of a printed page's <main> as plain Markdown, its addresses made absolute. */
export async function pageToMarkdown(html: string, origin: string): Promise<string> {
  // Loaded with the first question: the server starts without it.
  const { default: Turndown } = await import('turndown');
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  const markdown = createConverter(Turndown, origin).turndown(main);
  return `${markdown.replace(/[^\S\n]+\n/g, '\n').replace(/\n{3,}/g, '\n\n').trim()}\n`;
}
