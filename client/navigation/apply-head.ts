import { headTags, type HeadPlace, type PageMeta } from '#shared/head.ts';
import { languages } from '#shared/languages.ts';

/** Writes into the head of the document the same tags that the server prints for a page. */
export function applyHead(meta: PageMeta, at: HeadPlace): void {
  document.documentElement.lang = languages[at.language].html;
  document.title = meta.title;
  for (const old of document.head.querySelectorAll('[data-head]')) old.remove();
  for (const { tag, attributes } of headTags(meta, at)) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.dataset['head'] = '';
    document.head.append(element);
  }
}
