import { languageNames, languages, type Language } from '#shared/languages.ts';
import { html, type Markup } from '#server/lib/html.ts';
import { maxLengths, trimLine } from '../../news/article.ts';
import { deskPictureAddress, pictureAddress } from '../../news/picture-address.ts';
import { PictureError, preparePicture, type PictureProblem } from '../../news/prepare-picture.ts';
import { hasStoredPicture, storePicture } from '../../news/stored-pictures.ts';
import { logAction } from '../../storage/audit-log.ts';
import {
  firstValueOf,
  type DeskResponse,
  type DeskPage,
  type DeskText,
  type SignedInRequest,
} from '../desk-request.ts';
import { printField } from '../field.ts';
import { printDone } from '../frame.ts';
import { fieldLabel, printFile } from './article-fields.ts';

const textPicturePath = '/desk/news/pictures';

/** The entered values of the form and their errors. */
interface FormState {
  alt: Record<Language, string>;
  problem: PictureProblem | 'none' | null;
  /** The id of a picture from an earlier attempt; empty if there is none. */
  picture: string;
  /** Whether missing descriptions are reported as errors. */
  isChecked: boolean;
}

/** Escapes a description for the brackets of a Markdown picture. */
const escapeAlt = (alt: string) => alt.replace(/[\\[\]<>&*_`]/g, '\\$&');

const printThumbnail = (id: string) =>
  html`<img class="desk__picture" src="${deskPictureAddress(id, 'wide')}" alt="" width="1800" height="800" />`;

function printUploadForm(text: DeskText, { alt, problem, picture, isChecked }: FormState): Markup {
  const pair = languageNames.map((language) =>
    printField({
      name: `${language}.imageAlt`,
      label: fieldLabel(text, language, text('news.fields.imageAlt')),
      value: alt[language],
      maxLength: maxLengths.imageAlt,
      lang: languages[language].html,
      error: isChecked && alt[language] === '' ? text('news.errors.required') : undefined,
    }),
  );
  return html`<form class="form" method="post" enctype="multipart/form-data" action="${textPicturePath}">
    ${picture && printThumbnail(picture)}<input type="hidden" name="picture" value="${picture}" />
    ${printFile(text, problem)}
    <div class="desk__pair">${pair}</div>
    <p><button class="button button--sun">${text('news.textPicture.store')}</button></p>
  </form>`;
}

const page = (text: DeskText, body: Markup, status = 200): DeskPage => ({
  kind: 'page',
  section: 'news',
  status,
  title: text('news.textPicture.title'),
  body: html`<p class="soft">${text('news.textPicture.lead')}</p>${body}`,
});

/**
 * GET /desk/news/pictures shows the form for a picture within a text. It is a separate page that opens in a new window,
 * so that the texts entered into the article are not lost.
 */
export const showTextPictureForm = ({ text }: SignedInRequest): Promise<DeskResponse> =>
  Promise.resolve(
    page(text, printUploadForm(text, { alt: { en: '', ua: '' }, problem: null, picture: '', isChecked: false })),
  );

/** Renders the Markdown lines for a stored picture, one for each language, in fields for copying. */
function printLines(text: DeskText, id: string, alt: FormState['alt']): Markup {
  const lines = languageNames.map((language) =>
    printField({
      name: `${language}.line`,
      label: fieldLabel(text, language, text('news.textPicture.line')),
      value: `![${escapeAlt(alt[language])}](${pictureAddress(id, 'wide')})`,
      lang: languages[language].html,
      isReadOnly: true,
    }),
  );
  return html`${printDone(text('news.textPicture.stored'))}
    ${printThumbnail(id)}
    <div class="desk__pair">${lines}</div>
    <p><a href="${textPicturePath}">${text('news.textPicture.another')}</a></p>`;
}

/**
 * Stores the uploaded picture and returns its id, or the id of an earlier attempt, or an empty text. Throws a
 * PictureError.
 */
async function readPicture(request: SignedInRequest): Promise<string> {
  const { storage, actor, upload, now } = request;
  if (upload?.content === null) throw new PictureError('large');
  if (!upload?.content.length) {
    const earlierId = firstValueOf(request, 'picture');
    return (await storage.read((database) => hasStoredPicture(database, earlierId))) ? earlierId : '';
  }
  const picture = await preparePicture(upload.content);
  await storage.write(async (database) => {
    await storePicture(database, picture, now);
    await logAction(database, { ...actor, action: 'picture-stored', subject: picture.id });
  });
  return picture.id;
}

/**
 * POST /desk/news/pictures stores a picture and returns its Markdown lines. A picture that no article names is deleted
 * after a day.
 */
export async function storeTextPicture(request: SignedInRequest): Promise<DeskResponse> {
  const { text } = request;
  const read = (language: Language) =>
    trimLine(firstValueOf(request, `${language}.imageAlt`)).slice(0, maxLengths.imageAlt);
  const alt = { en: read('en'), ua: read('ua') };
  const refuse = (problem: FormState['problem'], picture = '') =>
    page(text, printUploadForm(text, { alt, problem, picture, isChecked: true }), 422);
  try {
    const picture = await readPicture(request);
    if (picture === '') return refuse('none');
    return alt.en === '' || alt.ua === '' ? refuse(null, picture) : page(text, printLines(text, picture, alt));
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return refuse(error.problem);
  }
}
