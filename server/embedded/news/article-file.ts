import { isMap, isScalar, LineCounter, parseDocument, stringify, type Document } from 'yaml';
import { isArticleSlug, isNewsId } from '#shared/news-paths.ts';
import { skies } from '#shared/skies.ts';
import { isIsoDate } from '../lib/iso-date.ts';
import type { NewsState } from '../storage/news-tables.ts';
import {
  emptyArticle,
  findErrors,
  findPublishErrors,
  toContent,
  trimLine,
  trimParagraphs,
  type ArticleFields,
  type ArticleTexts,
} from './article.ts';
import type { ToHtml } from './article-markdown.ts';

/** An article in the form that is stored in its files. */
export interface FiledArticle {
  /** Null if the file has no id, because the article is new. */
  id: string | null;
  state: NewsState;
  fields: ArticleFields;
}

/** A problem in a file; line 0 means the whole file. */
export interface ArticleFileProblem {
  file: string;
  line: number;
  problem: string;
}

/** The front matter keys of the texts. The content itself follows the front matter. */
const textKeys = {
  headline: 'headline',
  description: 'description',
  author: 'author',
  our_view: 'ourView',
  picture_alt: 'imageAlt',
} as const satisfies Record<string, keyof ArticleTexts>;

/**
 * The front matter keys of the English file for the values that both languages share. `image_wide` is not read; files
 * of earlier releases contain it.
 */
const commonKeys = ['id', 'state', 'date', 'category', 'source', 'featured', 'sky', 'picture', 'image', 'image_wide'];
const states: readonly NewsState[] = ['draft', 'published', 'unpublished'];

const print = (front: Record<string, unknown>, content: string): string => {
  const given = Object.fromEntries(Object.entries(front).filter(([, value]) => value !== '' && value !== null));
  return `---\n${stringify(given, { lineWidth: 0 })}---\n${content === '' ? '' : `\n${content}\n`}`;
};

const printTexts = (texts: ArticleTexts) =>
  Object.fromEntries(Object.entries(textKeys).map(([key, name]) => [key, texts[name]]));

/** The name of the picture file, in the same folder as the texts. */
export const pictureFile = 'picture.webp';

/** Returns the files of an article without its picture: `en.md` and, if there is any Ukrainian text, `ua.md`. */
export function printArticle({ id, state, fields }: FiledArticle): Record<string, string> {
  const { en, ua, date, category, source, featured, sky, picture, image } = fields;
  const common = { id, state, date, category, source, featured: featured || null, sky };
  const pictures = { picture: picture && pictureFile, image };
  const hasUkrainian = Object.values(ua).some((text) => text !== '');
  return {
    'en.md': print({ ...common, ...printTexts(en), ...pictures }, en.content),
    ...(hasUkrainian && { 'ua.md': print(printTexts(ua), ua.content) }),
  };
}

const frontMatter = /^---\r?\n((?:[\s\S]*?\r?\n)??)---[ \t]*(?:\r?\n|$)([\s\S]*)$/;

interface Front {
  /** Returns a value as a text, or '' if it is missing. */
  read(key: string): string;
  has(key: string): boolean;
  /** Returns the line of a key in the file, counted from 1. */
  lineOf(key: string): number;
  content: string;
  contentLine: number;
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function findKeyProblems(
  document: Document.Parsed,
  lines: LineCounter,
  allowed: readonly string[],
): [number, string][] {
  // The first line of the file is the opening `---`.
  const lineAt = (offset: number | undefined) => lines.linePos(offset ?? 0).line + 1;
  const broken = document.errors.map(({ pos, message }): [number, string] => [
    lineAt(pos[0]),
    message.split('\n', 1)[0] ?? '',
  ]);
  if (broken.length > 0) return broken;
  if (!isMap(document.contents)) return [[1, 'the front matter has no names and values']];
  return document.contents.items.flatMap(({ key, value }): [number, string][] => {
    const name = isScalar(key) ? String(key.value) : '';
    const line = lineAt(isScalar(key) ? key.range?.[0] : undefined);
    if (!allowed.includes(name)) return [[line, `"${name}" is no name that is known here`]];
    return value !== null && !isScalar(value) ? [[line, `"${name}" must be one value`]] : [];
  });
}

/** Parses the front matter and appends to `problems`. Returns null if nothing can be parsed. */
function parseFrontMatter(
  file: string,
  source: string,
  allowed: readonly string[],
  problems: ArticleFileProblem[],
): Front | null {
  const [, head, content = ''] = frontMatter.exec(source.replace(/^\uFEFF/, '')) ?? [];
  if (head === undefined) {
    problems.push({ file, line: 1, problem: 'the file must begin with front matter between two lines of ---' });
    return null;
  }
  const lines = new LineCounter();
  const document = parseDocument(head, { lineCounter: lines, schema: 'core' });
  const found = findKeyProblems(document, lines, allowed);
  problems.push(...found.map(([line, problem]) => ({ file, line, problem })));
  if (found.length > 0) return null;
  const map = isMap(document.contents) ? document.contents : null;
  return {
    read: (key) => trimParagraphs(toText(document.get(key))),
    has: (key) => document.has(key),
    lineOf(key) {
      const item = map?.items.find(({ key: node }) => isScalar(node) && node.value === key);
      return isScalar(item?.key) ? lines.linePos(item.key.range?.[0] ?? 0).line + 1 : 1;
    },
    content: toContent(content),
    contentLine: head.split('\n').length + 2,
  };
}

const readTexts = (front: Front): ArticleTexts => ({
  ...emptyArticle.en,
  content: front.content,
  ...Object.fromEntries(
    Object.entries(textKeys).map(([key, name]) => {
      const text = front.read(key);
      return [name, name === 'ourView' ? text : trimLine(text)];
    }),
  ),
});

/** Returns the key in a Markdown file for the name of a field in errors. */
function keyOf(name: string): string {
  const found = Object.entries(textKeys).find(([, field]) => field === name);
  return found?.[0] ?? name;
}

const errorWords: Record<string, string> = {
  required: 'is missing',
  tooLong: 'is too long',
  badSlug: 'cannot be a part of an address',
  badDate: 'is no date, such as 2026-03-01T10:00:00Z',
  badContent: 'has too many lines or elements, or they are nested too deep',
  denseContent: 'has too much formatting without a blank line',
};

/** Returns the problems of the whole article, each with its file and line. */
function findArticleProblems(
  { fields, state }: FiledArticle,
  english: Front,
  ukrainian: Front | null,
  toHtml?: ToHtml,
): ArticleFileProblem[] {
  const errors = { ...findErrors(fields, toHtml), ...(state === 'published' && findPublishErrors(fields)) };
  return Object.entries(errors).map(([name, error]) => {
    const [language, part] = name.includes('.') ? name.split('.') : ['en', name];
    const front = language === 'ua' ? ukrainian : english;
    const key = keyOf(part ?? name);
    const line = part === 'content' ? (front?.contentLine ?? 0) : front?.has(key) ? front.lineOf(key) : 1;
    const label = part === 'content' ? 'the text' : `"${key}"`;
    return {
      file: `${fields.slug}/${language}.md`,
      line,
      problem: `${label} ${errorWords[error ?? ''] ?? 'cannot be used'}`,
    };
  });
}

function findValueProblems(file: string, front: Front): ArticleFileProblem[] {
  const problems: [key: string, problem: string][] = [];
  const [id, state, featured, sky, date] = ['id', 'state', 'featured', 'sky', 'date'].map((key) => front.read(key));
  if (id && !isNewsId(id)) problems.push(['id', 'is no id']);
  if (state && !states.some((name) => name === state)) problems.push(['state', `is none of ${states.join(', ')}`]);
  if (featured && !['true', 'false'].includes(featured)) problems.push(['featured', 'is neither true nor false']);
  if (sky && !skies.some((name) => name === sky)) problems.push(['sky', `is none of ${skies.join(', ')}`]);
  if (date && !isIsoDate(date)) problems.push(['date', errorWords['badDate'] ?? '']);
  return problems.map(([key, problem]) => ({ file, line: front.lineOf(key), problem: `"${key}" ${problem}` }));
}

/**
 * Parses an article of the folder `slug` from the texts of its files; `picture` is the id of the picture in that
 * folder. Returns the article, or the problems of the files.
 */
export function parseArticle(
  slug: string,
  files: { en: string; ua: string | null },
  picture: string,
  toHtml?: ToHtml,
): { filed: FiledArticle; problems: null } | { filed: null; problems: ArticleFileProblem[] } {
  const problems: ArticleFileProblem[] = [];
  const english = parseFrontMatter(`${slug}/en.md`, files.en, [...commonKeys, ...Object.keys(textKeys)], problems);
  const ukrainian =
    files.ua === null ? null : parseFrontMatter(`${slug}/ua.md`, files.ua, Object.keys(textKeys), problems);
  if (!isArticleSlug(slug)) problems.push({ file: slug, line: 0, problem: 'the folder’s name cannot be an address' });
  if (english) problems.push(...findValueProblems(`${slug}/en.md`, english));
  if (!english || problems.length > 0) return { filed: null, problems };
  const date = english.read('date');
  const sky = english.read('sky');
  const hasFile = english.read('picture') !== '';
  const filed: FiledArticle = {
    id: english.read('id') || null,
    state: states.find((name) => name === english.read('state')) ?? 'draft',
    fields: {
      ...emptyArticle,
      slug,
      category: trimLine(english.read('category')),
      source: trimLine(english.read('source')),
      date: date && new Date(date).toISOString(),
      featured: english.read('featured') === 'true',
      sky: skies.find((name) => name === sky) ?? '',
      picture: hasFile ? picture : '',
      image: hasFile ? '' : english.read('image'),
      en: readTexts(english),
      ua: ukrainian ? readTexts(ukrainian) : emptyArticle.ua,
    },
  };
  const wrong = findArticleProblems(filed, english, ukrainian, toHtml);
  return wrong.length > 0 ? { filed: null, problems: wrong } : { filed, problems: null };
}
