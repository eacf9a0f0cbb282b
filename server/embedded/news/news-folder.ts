import { hash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isArticleSlug } from '#shared/news-paths.ts';
import { createFolder } from '../lib/create-folder.ts';
import { codeOf } from '../lib/error-facts.ts';
import { parseArticle, pictureFile, printArticle, type FiledArticle, type ArticleFileProblem } from './article-file.ts';
import type { ToHtml } from './article-markdown.ts';
import { pictureIdsIn } from './picture-address.ts';
import { PictureError, preparePicture, type PreparedPicture } from './prepare-picture.ts';

/** An article of a folder, with the pictures that its files name. */
export interface FolderArticle extends FiledArticle {
  /** The pictures that are not stored yet. */
  pictures: PreparedPicture[];
}

async function readOrNull(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'EISDIR') return null;
    throw error;
  }
}

/**
 * Writes a file if its content differs; null deletes the file. Returns whether anything has changed. Rejects with an
 * error that has the path.
 */
async function put(path: string, content: string | Uint8Array | null): Promise<boolean> {
  const present = await readOrNull(path);
  if (content === null) {
    if (present !== null) await rm(path);
    return present !== null;
  }
  if (present?.equals(Buffer.from(content))) return false;
  try {
    await writeFile(path, content);
  } catch (error) {
    // An error of the write itself, as on a full disk, does not name the file.
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
  return true;
}

/** Returns the file name of a picture within a text. */
const textPictureFile = (id: string) => `${id}.webp`;

/** Returns the ids of the pictures within the texts of an article. */
export const textPictureIds = ({ en, ua }: FiledArticle['fields']): string[] =>
  pictureIdsIn(`${en.content} ${ua.content}`);

/**
 * Writes an article to its own folder below `folder`, with its picture and the pictures within its texts (by id).
 * Returns whether a file has changed.
 */
export async function writeArticle(
  folder: string,
  article: FiledArticle,
  picture: Uint8Array | null,
  textPictures: ReadonlyMap<string, Uint8Array>,
): Promise<boolean> {
  const own = join(folder, article.fields.slug);
  createFolder(own);
  const { 'en.md': english = '', 'ua.md': ukrainian = null } = printArticle(article);
  const done = [
    await put(join(own, 'en.md'), english),
    await put(join(own, 'ua.md'), ukrainian),
    await put(join(own, pictureFile), picture),
  ];
  for (const [id, bytes] of textPictures) done.push(await put(join(own, textPictureFile(id)), bytes));
  return done.includes(true);
}

type IsStored = (pictureId: string) => boolean;

/** The name must be a file in the folder of the texts. */
const pictureName = /^[\w-][\w.-]*\.(?:webp|png|jpe?g)$/i;
const pictureLine = /^picture:[ \t]*["']?([^"'\r\n]*?)["']?[ \t]*\r?$/m;

const problemWords = {
  type: 'it is no PNG, JPEG or WebP',
  large: 'it is too large',
  small: 'it is too small',
  broken: 'it is broken',
} as const;

/** Checks and converts a picture file; returns the picture, or a sentence that says why it cannot be used. */
async function prepareFile(name: string, bytes: Buffer): Promise<PreparedPicture | string> {
  try {
    return await preparePicture(bytes);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return `${name} cannot be used: ${problemWords[error.problem]}`;
  }
}

/** Reads the picture that a front matter names. */
async function readPicture(
  own: string,
  english: string,
  isStored: IsStored,
): Promise<{ id: string; prepared: PreparedPicture | null } | { problem: string; line: number }> {
  const found = pictureLine.exec(english.split(/^---[ \t]*\r?$/m)[1] ?? '');
  const name = found?.[1] ?? '';
  if (!found || name === '') return { id: '', prepared: null };
  const line = english.slice(0, english.indexOf(found[0])).split('\n').length;
  if (!pictureName.test(name)) return { line, problem: `"picture" must name a file beside it, such as ${pictureFile}` };
  const bytes = await readOrNull(join(own, name));
  if (!bytes) return { line, problem: `there is no file ${name}` };
  const id = hash('sha256', bytes).slice(0, 32);
  if (isStored(id)) return { id, prepared: null };
  const prepared = await prepareFile(name, bytes);
  return typeof prepared === 'string' ? { line, problem: prepared } : { id: prepared.id, prepared };
}

/** Reads the pictures within the texts that are not stored yet, and returns the problems of their files. */
async function readTextPictures(
  own: string,
  ids: string[],
  isStored: IsStored,
): Promise<{ prepared: PreparedPicture[]; problems: string[] }> {
  const prepared: PreparedPicture[] = [];
  const problems: string[] = [];
  for (const id of ids) {
    if (isStored(id)) continue;
    const name = textPictureFile(id);
    const bytes = await readOrNull(join(own, name));
    if (!bytes) {
      problems.push(`a text shows the picture ${id}, and there is no file ${name}`);
      continue;
    }
    const picture = await prepareFile(name, bytes);
    if (typeof picture === 'string') problems.push(picture);
    else if (picture.id === id) prepared.push(picture);
    else problems.push(`${name} is not the picture that a text shows`);
  }
  return { prepared, problems };
}

async function readOne(
  folder: string,
  slug: string,
  isStored: IsStored,
  toHtml?: ToHtml,
): Promise<{ article: FolderArticle | null; problems: ArticleFileProblem[] }> {
  const own = join(folder, slug);
  const english = (await readOrNull(join(own, 'en.md')))?.toString('utf8');
  if (english === undefined)
    return { article: null, problems: [{ file: `${slug}/en.md`, line: 0, problem: 'there is no such file' }] };
  const ukrainian = (await readOrNull(join(own, 'ua.md')))?.toString('utf8') ?? null;
  const picture = await readPicture(own, english, isStored);
  const wrong = 'problem' in picture ? [{ file: `${slug}/en.md`, line: picture.line, problem: picture.problem }] : [];
  const { filed, problems } = parseArticle(
    slug,
    { en: english, ua: ukrainian },
    'id' in picture ? picture.id : '',
    toHtml,
  );
  if (!filed) return { article: null, problems: [...problems, ...wrong] };
  if (!('id' in picture)) return { article: null, problems: wrong };
  const within = await readTextPictures(own, textPictureIds(filed.fields), isStored);
  const problemsWithin = within.problems.map((problem) => ({ file: `${slug}/en.md`, line: 0, problem }));
  if (problemsWithin.length > 0) return { article: null, problems: problemsWithin };
  const pictures = [...(picture.prepared ? [picture.prepared] : []), ...within.prepared];
  return { article: { ...filed, pictures }, problems: [] };
}

/** Returns an error for each folder with the id of another one, such as the folder of an earlier address. */
function findRepeatedIds(articles: FolderArticle[]): ArticleFileProblem[] {
  const folders = new Map<string, string>();
  const problems: ArticleFileProblem[] = [];
  for (const { id, fields } of articles) {
    if (id === null) continue;
    const other = folders.get(id);
    const problem = `the folder ${other} has the same id: delete one of them, or the id of a new article`;
    if (other) problems.push({ file: `${fields.slug}/en.md`, line: 0, problem });
    else folders.set(id, fields.slug);
  }
  return problems;
}

/**
 * Reads every article below `folder`; the name of its folder is its slug. Other files and names that begin with a dot
 * are ignored. Returns the articles and the errors of their files. Rejects if the folder cannot be read.
 */
export async function readArticles(
  folder: string,
  isStored: IsStored,
  toHtml?: ToHtml,
): Promise<{ articles: FolderArticle[]; problems: ArticleFileProblem[] }> {
  const entries = await readdir(folder, { withFileTypes: true });
  const slugs = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  const articles: FolderArticle[] = [];
  const problems: ArticleFileProblem[] = [];
  for (const slug of slugs.sort()) {
    const read = await readOne(folder, slug, isStored, toHtml);
    if (read.article && isArticleSlug(slug)) articles.push(read.article);
    problems.push(...read.problems);
  }
  return { articles, problems: [...problems, ...findRepeatedIds(articles)] };
}
