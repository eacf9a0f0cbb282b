import { headTags, type HeadPlace, type PageMeta } from '#shared/head.ts';
import { languages } from '#shared/languages.ts';

/** Writes into the head of the document the same tags that the server prints for a page. */
export function applyHead(meta: PageMeta, at: HeadPlace): void {
  const { documentElement: root } = document;
  const { html } = languages[at.language];
  // After an assignment, even of the same value, the browser calculates the styles of all elements.
  if (root.lang !== html) root.lang = html;
  document.title = meta.title;
  for (const old of document.head.querySelectorAll('[data-head]')) old.remove();
  for (const { tag, attributes } of headTags(meta, at)) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.dataset['head'] = '';
    document.head.append(element);
  }
}
