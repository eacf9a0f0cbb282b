import type { NewsItem } from './contracts/news.ts';
import { localized, type Language } from './languages.ts';
import { clip, htmlToText, toSingleLine } from './plain-text.ts';
import { site } from './site.ts';

/** What search results show of a title and a description. */
const titleLength = { least: 30, most: 60 };
const descriptionLength = { least: 70, most: 160 };

/** A headline as a title: with the company's name where it fits, with the section's where it is short, cut where it is long. */
export function articleTitle(headline: string, section: string): string {
  const line = toSingleLine(headline);
  const short = [line, site.company].filter(Boolean).join(' | ');
  if (short.length < titleLength.least) return [line, section, site.company].filter(Boolean).join(' | ');
  return short.length <= titleLength.most ? short : clip(line, titleLength.most);
}

/** An article's description, lengthened by its first sentences where it is short. */
export function articleDescription(item: NewsItem, language: Language): string {
  const description = toSingleLine(localized(language, item.description, item.description_uk));
  if (description.length >= descriptionLength.least) return clip(description, descriptionLength.most);
  const content = htmlToText(localized(language, item.content, item.content_uk));
  return clip(toSingleLine(`${description} ${content}`), descriptionLength.most);
}

/** The address of an article's link preview. */
export function articlePicture(slug: string, language: Language): string {
  return `/og/news/${slug}-${language}.png`;
}
