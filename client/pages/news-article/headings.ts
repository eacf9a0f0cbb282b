import { htmlToText } from '#shared/plain-text.ts';

interface Heading {
  id: string;
  title: string;
}

/**
 * Gives the headings of the second level of an article addresses, and returns them for its table of contents. The
 * pattern is safe, because the sanitiser of the server leaves headings no attributes and puts none into another.
 */
export function withHeadingIds(html: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const addressed = html.replace(/<h2>(.*?)<\/h2>/gs, (whole, content: string) => {
    const title = htmlToText(content);
    if (!title) return whole;
    const id = `part-${headings.length + 1}`;
    headings.push({ id, title });
    // eslint-disable-next-line no-restricted-syntax -- The template tag for HTML is code of the server.
    return `<h2 id="${id}">${content}</h2>`;
  });
  return { html: addressed, headings };
}
