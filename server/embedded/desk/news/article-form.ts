import { languageNames, type Language } from '#shared/languages.ts';
import { skies } from '#shared/skies.ts';
import {
  emptyArticle,
  findErrors,
  textNames,
  toContent,
  trimLine,
  trimParagraphs,
  type ArticleErrors,
  type ArticleFields,
} from '../../news/article.ts';
import { fromOfficeTime, toOfficeTime } from '../../news/office-time.ts';
import { pictureIdsIn } from '../../news/picture-address.ts';
import { PictureError, pictureLimits, preparePicture, type PictureProblem } from '../../news/prepare-picture.ts';
import { hasStoredPicture, storePicture } from '../../news/stored-pictures.ts';
import { firstValueOf, type SignedInRequest } from '../desk-request.ts';

/** The size limit of the form of an article: its picture in base64, and its texts. */
export const articleBytes = Math.ceil(pictureLimits.bytes / 3) * 4 + 2 * 1024 * 1024;

/** The entered values and their errors. */
export interface SubmittedArticle {
  fields: ArticleFields;
  errors: ArticleErrors;
  pictureProblem: PictureProblem | null;
  removesPicture: boolean;
}

function readTexts(request: SignedInRequest, language: Language): ArticleFields['en'] {
  const read = (name: (typeof textNames)[number]) => firstValueOf(request, `${language}.${name}`);
  return {
    headline: trimLine(read('headline')),
    description: trimLine(read('description')),
    content: toContent(read('content')),
    ourView: trimParagraphs(read('ourView')),
    author: trimLine(read('author')),
    imageAlt: trimLine(read('imageAlt')),
  };
}

/** The date field has no seconds, so an unchanged date keeps the stored seconds. */
function parseDate(typed: string, before: string): string | null {
  if (typed === '') return '';
  return toOfficeTime(before) === typed.slice(0, 16) ? before : fromOfficeTime(typed);
}

/** Returns the uploaded picture, otherwise the one of an earlier attempt, otherwise that of the article. */
async function readPicture(
  request: SignedInRequest,
  before: ArticleFields,
): Promise<Pick<ArticleFields, 'picture' | 'image'> & { problem: PictureProblem | null }> {
  const { storage, upload, now } = request;
  const none = { picture: '', image: '' };
  const earlierId = firstValueOf(request, 'picture');
  const isKnown =
    /^[\da-f]{32}$/.test(earlierId) && (await storage.read((database) => hasStoredPicture(database, earlierId)));
  const { picture, image } = before;
  const current = isKnown ? { ...none, picture: earlierId } : { picture, image };
  if (upload?.content && upload.content.length > 0) {
    try {
      const prepared = await preparePicture(upload.content);
      await storage.write((database) => storePicture(database, prepared, now));
      return { ...none, picture: prepared.id, problem: null };
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      return { ...current, problem: error.problem };
    }
  }
  if (upload?.content === null) return { ...current, problem: 'large' };
  if (firstValueOf(request, 'removePicture')) return { ...none, problem: null };
  return { ...current, problem: earlierId !== '' && !isKnown ? 'gone' : null };
}

/** Returns the errors of texts with uploaded pictures that are not stored any more. */
async function findGonePictures({ storage }: SignedInRequest, fields: ArticleFields): Promise<ArticleErrors> {
  const errors: ArticleErrors = {};
  await storage.read(async (database) => {
    for (const language of languageNames)
      for (const id of pictureIdsIn(fields[language].content))
        if (!(await hasStoredPicture(database, id))) errors[`${language}.content`] = 'gonePicture';
  });
  return errors;
}

/** Parses the form of an article. `before` is the stored article, or an empty one. */
export async function readArticleForm(
  request: SignedInRequest,
  before: ArticleFields = emptyArticle,
): Promise<SubmittedArticle> {
  const date = parseDate(firstValueOf(request, 'date'), before.date);
  const { problem, ...picture } = await readPicture(request, before);
  const sky = firstValueOf(request, 'sky');
  const fields: ArticleFields = {
    slug: trimLine(firstValueOf(request, 'slug')),
    category: trimLine(firstValueOf(request, 'category')),
    source: trimLine(firstValueOf(request, 'source')),
    date: date ?? '',
    featured: firstValueOf(request, 'featured') === 'yes',
    sky: skies.find((name) => name === sky) ?? '',
    ...picture,
    en: readTexts(request, 'en'),
    ua: readTexts(request, 'ua'),
  };
  const errors = {
    ...(await findGonePictures(request, fields)),
    ...findErrors(fields),
    ...(date === null && { date: 'badDate' as const }),
  };
  const removesPicture = firstValueOf(request, 'removePicture') !== '';
  return { fields, errors, pictureProblem: problem, removesPicture };
}
