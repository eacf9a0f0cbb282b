import type { NewsItem } from '#shared/contracts/news.ts';
import { languageNames, type Language } from '#shared/languages.ts';
import { isArticleSlug } from '#shared/news-paths.ts';
import { normaliseLineEnds } from '#shared/plain-text.ts';
import { skies } from '#shared/skies.ts';
import { maxArticleLength } from '#server/article-html/sanitizer.ts';
import { articleToHtml, articleToMarkdown, type ToHtml } from './article-markdown.ts';
import { isTooDense, isTooNested } from './markup-limits.ts';
import { pictureAddress, pictureIdOf } from './picture-address.ts';

/** The texts of an article in one language. */
export interface ArticleTexts {
  headline: string;
  description: string;
  /** The format is Markdown. */
  content: string;
  ourView: string;
  author: string;
  imageAlt: string;
}

/** An article in the form that an editor works with. A missing text is empty. */
export interface ArticleFields {
  slug: string;
  category: string;
  source: string;
  /** The date is ISO 8601 in UTC. It is empty if the article is to be dated when it is published. */
  date: string;
  featured: boolean;
  sky: string;
  /** The id of an uploaded picture; empty if there is none, or if the picture was not uploaded. */
  picture: string;
  /** The address of a picture that was not uploaded, as in the articles that come with the site. */
  image: string;
  en: ArticleTexts;
  ua: ArticleTexts;
}

export const emptyTexts: ArticleTexts = {
  headline: '',
  description: '',
  content: '',
  ourView: '',
  author: '',
  imageAlt: '',
};

export const emptyArticle: ArticleFields = {
  slug: '',
  category: '',
  source: '',
  date: '',
  featured: false,
  sky: '',
  picture: '',
  image: '',
  en: emptyTexts,
  ua: emptyTexts,
};

/**
 * The limits are in characters. The site truncates longer texts, and a response with all articles must stay within its
 * size limit.
 */
export const maxLengths = {
  slug: 200,
  category: 60,
  source: 300,
  headline: 200,
  description: 500,
  content: 100_000,
  ourView: 4000,
  author: 100,
  imageAlt: 300,
} as const;

/** The field names of one language, in the order of the form. */
export const textNames = ['headline', 'description', 'content', 'ourView', 'author', 'imageAlt'] as const;
const lineNames = ['slug', 'category', 'source'] as const;

/** The problems of a field. They are the keys of `news.errors` in locales/<language>/desk.json. */
type ArticleProblem =
  | 'required'
  | 'tooLong'
  | 'badSlug'
  | 'takenSlug'
  | 'fixedSlug'
  | 'badDate'
  | 'badContent'
  | 'denseContent'
  | 'gonePicture';

/** The errors by field name; the names of one language have a prefix, as in `en.headline`. */
export type ArticleErrors = Partial<Record<string, ArticleProblem>>;

const hasPicture = ({ picture, image }: ArticleFields): boolean => picture !== '' || image !== '';

function findContentProblem(content: string, toHtml: ToHtml): ArticleProblem | null {
  if (content.length > maxLengths.content) return 'tooLong';
  if (isTooDense(content)) return 'denseContent';
  if (isTooNested(content)) return 'badContent';
  try {
    // Not `tooLong`: its message names the limit of the Markdown, which this text does not exceed.
    return toHtml(content).length > maxArticleLength ? 'badContent' : null;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 'badContent';
  }
}

function findTextErrors(texts: ArticleTexts, language: Language, toHtml: ToHtml): ArticleErrors {
  const errors: ArticleErrors = {};
  for (const name of textNames) if (texts[name].length > maxLengths[name]) errors[`${language}.${name}`] = 'tooLong';
  const contentProblem = findContentProblem(texts.content, toHtml);
  if (contentProblem) errors[`${language}.content`] = contentProblem;
  return errors;
}

/** Returns the errors that prevent an article from being stored. A draft may still have missing texts. */
export function findErrors(fields: ArticleFields, toHtml = articleToHtml): ArticleErrors {
  const errors: ArticleErrors = {
    ...findTextErrors(fields.en, 'en', toHtml),
    ...findTextErrors(fields.ua, 'ua', toHtml),
  };
  for (const name of lineNames) if (fields[name].length > maxLengths[name]) errors[name] = 'tooLong';
  if (fields.slug !== '' && !isArticleSlug(fields.slug)) errors['slug'] = 'badSlug';
  if (fields.date !== '' && Number.isNaN(Date.parse(fields.date))) errors['date'] = 'badDate';
  // Screen readers need the description of the picture, in both languages.
  if (hasPicture(fields))
    for (const language of languageNames)
      if (fields[language].imageAlt === '') errors[`${language}.imageAlt`] = 'required';
  return errors;
}

/** Returns the additional errors that prevent an article from being published. */
export function findPublishErrors(fields: ArticleFields): ArticleErrors {
  const missing = (['headline', 'description', 'content'] as const).filter((name) => fields.en[name] === '');
  const errors: ArticleErrors = Object.fromEntries(missing.map((name) => [`en.${name}`, 'required']));
  if (fields.category === '') errors['category'] = 'required';
  return errors;
}

/** Returns the names of the texts that Ukrainian pages would show in English. */
export const findMissingUkrainian = ({ en, ua }: ArticleFields): (keyof ArticleTexts)[] =>
  textNames.filter((name) => en[name] !== '' && ua[name] === '');

/** Normalises a text of one line. */
export const trimLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** Normalises a text of several paragraphs; browsers send its line breaks as CR LF. */
export const trimParagraphs = (text: string): string => normaliseLineEnds(text).trim();
/** Normalises Markdown without trimming the start of lines, because indentation is part of its syntax. */
export const toContent = (text: string): string =>
  normaliseLineEnds(text)
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();

const optional = (text: string) => text || null;

/**
 * Converts an article to the form that the API returns. `date` is the time of publication, for an article without its
 * own date.
 */
export function toItem(fields: ArticleFields, id: string, date: string, toHtml = articleToHtml): NewsItem {
  const { en, ua, picture, image } = fields;
  return {
    id,
    slug: fields.slug,
    category: fields.category,
    date: fields.date || date,
    headline: en.headline,
    headline_uk: optional(ua.headline),
    description: en.description,
    description_uk: optional(ua.description),
    content: toHtml(en.content),
    content_uk: optional(toHtml(ua.content)),
    our_view: optional(en.ourView),
    our_view_uk: optional(ua.ourView),
    image: picture ? pictureAddress(picture, 'card') : optional(image),
    image_alt: optional(en.imageAlt),
    image_alt_uk: optional(ua.imageAlt),
    sky: optional(fields.sky),
    source: optional(fields.source),
    author: optional(en.author),
    author_uk: optional(ua.author),
  };
}

/** Converts an article that was stored as HTML to editable fields, with its content as Markdown. */
export function fromItem(item: NewsItem, featured: boolean): ArticleFields {
  const picture = pictureIdOf(item.image ?? '');
  return {
    slug: item.slug,
    category: item.category,
    source: item.source ?? '',
    date: new Date(item.date).toISOString(),
    featured,
    sky: skies.find((sky) => sky === item.sky) ?? '',
    picture: picture ?? '',
    image: picture === null ? (item.image ?? '') : '',
    en: {
      headline: item.headline,
      description: item.description,
      content: articleToMarkdown(item.content),
      ourView: item.our_view ?? '',
      author: item.author ?? '',
      imageAlt: item.image_alt ?? '',
    },
    ua: {
      headline: item.headline_uk ?? '',
      description: item.description_uk ?? '',
      content: articleToMarkdown(item.content_uk ?? ''),
      ourView: item.our_view_uk ?? '',
      author: item.author_uk ?? '',
      imageAlt: item.image_alt_uk ?? '',
    },
  };
}

/**
 * The transliteration of Ukrainian letters follows resolution 55 of the Cabinet of Ministers of 2010, in its forms
 * within a word.
 */
const latin: Record<string, string> = Object.fromEntries(
  'а=a б=b в=v г=h ґ=g д=d е=e є=ie ж=zh з=z и=y і=i ї=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ю=iu я=ia ь='
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
);

/** Returns a slug made from the headline; empty if no letter of it can be used. */
export function slugOf({ en, ua }: Pick<ArticleFields, Language>): string {
  const letters = (en.headline || ua.headline)
    .toLowerCase()
    .replace(/зг/g, 'zgh')
    .replace(/[а-яґєії]/g, (letter) => latin[letter] ?? '')
    .normalize('NFKD')
    .replace(/['’ʼ]|\p{Mn}/gu, '');
  return letters
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
}
