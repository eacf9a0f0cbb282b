import { addressOf } from './address.ts';
import type { NewsItem } from './contracts/news.ts';
import { localized, type Language } from './languages.ts';
import { ownPaths } from './own-paths.ts';
import { clip, htmlToText, toSingleLine } from './plain-text.ts';
import { company } from './company.ts';

/** Lengths in characters: search results cut off longer titles and descriptions. */
const titleLength = { min: 30, max: 60 };
const descriptionLength = { min: 70, max: 160 };

/**
 * The title of an article: its headline with the name of the company where that fits, also with the name of the section
 * where the headline is short, and cut where it is too long.
 */
export function articleTitle(headline: string, section: string): string {
  const line = toSingleLine(headline);
  const short = [line, company.name].filter(Boolean).join(' | ');
  if (short.length < titleLength.min) return [line, section, company.name].filter(Boolean).join(' | ');
  return short.length <= titleLength.max ? short : clip(line, titleLength.max);
}

/** The description of an article; a short one goes on with the beginning of the article's text. */
export function articleDescription(item: NewsItem, language: Language): string {
  const description = toSingleLine(localized(language, item.description, item.description_uk));
  if (description.length >= descriptionLength.min) return clip(description, descriptionLength.max);
  const content = htmlToText(localized(language, item.content, item.content_uk));
  return clip(toSingleLine(`${description} ${content}`), descriptionLength.max);
}

/** The path of the picture that link previews of an article show. */
export function articlePicture(slug: string, language: Language): string {
  return addressOf(ownPaths.articlePreview, { file: `${slug}-${language}.png` });
}
