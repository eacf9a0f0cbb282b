import { languageNames, languages, type Language } from '#shared/languages.ts';
import { skies } from '#shared/skies.ts';
import { html, type Markup } from '#server/lib/html.ts';
import { maxLengths, textNames, type ArticleErrors, type ArticleFields } from '../../news/article.ts';
import { toOfficeTime } from '../../news/office-time.ts';
import { deskPictureAddress } from '../../news/picture-address.ts';
import { pictureLimits, type PictureProblem } from '../../news/prepare-picture.ts';
import type { DeskText } from '../desk-request.ts';
import { describeField, printField, printNotes, type Field } from '../field.ts';

/** The values and errors that the fields of an article show. */
export interface ArticleFormState {
  fields: ArticleFields;
  errors: ArticleErrors;
  pictureProblem: PictureProblem | null;
  /** Whether the editor has removed the picture in this form, which is not saved yet. */
  removesPicture?: boolean;
  isSlugFixed: boolean;
  categories: readonly string[];
}

type TextName = (typeof textNames)[number];

const rowsOf: Partial<Record<TextName, number>> = { description: 3, content: 16, ourView: 4 };

/** Returns the label of a field of an article in one of its two languages, such as “Headline, English”. */
export const fieldLabel = (text: DeskText, language: Language, field: string): string =>
  text(language === 'en' ? 'news.inEnglish' : 'news.inUkrainian', { field });

/** Renders a text field for both languages, side by side. */
function printPair(text: DeskText, { fields, errors }: ArticleFormState, name: TextName): Markup {
  const pair = languageNames.map((language) => {
    const key = `${language}.${name}`;
    const error = errors[key];
    return printField({
      name: key,
      label: fieldLabel(text, language, text(`news.fields.${name}`)),
      value: fields[language][name],
      maxLength: maxLengths[name],
      ...(rowsOf[name] && { rows: rowsOf[name] }),
      lang: languages[language].html,
      hint: name === 'content' || name === 'imageAlt' ? text(`news.hints.${name}`) : undefined,
      error: error && text(`news.errors.${error}`, { max: maxLengths[name] }),
    });
  });
  return html`<div class="desk__pair">${pair}</div>`;
}

function printSky(text: DeskText, current: string): Markup {
  const options = (['', ...skies] as const).map((sky) => {
    const label = text(`news.skies.${sky || 'none'}`);
    return html`<option value="${sky}"${sky === current && html` selected`}>${label}</option>`;
  });
  return html`<div class="field">
    <label for="desk-sky">${text('news.fields.sky')}</label>
    <select class="field__input" id="desk-sky" name="sky">${options}</select>
  </div>`;
}

/** Renders the fields that both languages share. */
function printCommon(text: DeskText, shown: ArticleFormState): Markup {
  const { fields, errors, isSlugFixed, categories } = shown;
  const line = (name: 'slug' | 'category' | 'source', more: Partial<Field> = {}) => {
    const error = errors[name];
    return printField({
      name,
      label: text(`news.fields.${name}`),
      value: fields[name],
      maxLength: maxLengths[name],
      error: error && text(`news.errors.${error}`, { max: maxLengths[name] }),
      ...more,
    });
  };
  const date = printField({
    name: 'date',
    label: text('news.fields.date'),
    type: 'datetime-local',
    value: toOfficeTime(fields.date),
    hint: text('news.hints.date'),
    error: errors['date'] && text('news.errors.badDate'),
  });
  return html`<div class="desk__pair">
    ${line('category', { list: 'desk-categories' })}${date}
    ${line('slug', { hint: text(isSlugFixed ? 'news.hints.slugFixed' : 'news.hints.slug'), isReadOnly: isSlugFixed })}
    ${line('source', { hint: text('news.hints.source') })}
    ${printSky(text, fields.sky)}
    <label class="desk__check"><input type="checkbox" name="featured" value="yes"${fields.featured && html` checked`} /> ${text('news.fields.featured')}</label>
    <datalist id="desk-categories">${categories.map((category) => html`<option value="${category}"></option>`)}</datalist>
  </div>`;
}

const pictureValues = {
  size: pictureLimits.bytes / 1024 ** 2,
  pixels: pictureLimits.pixels / 1_000_000,
  width: pictureLimits.minWidth,
  height: pictureLimits.minHeight,
};

/** Renders the file field of a picture. */
export function printFile(text: DeskText, problem: PictureProblem | 'none' | null): Markup {
  const notes = {
    hint: text('news.hints.picture', pictureValues),
    error: problem ? text(`news.pictureErrors.${problem}`, pictureValues) : undefined,
  };
  return html`<div class="field">
      <label for="desk-file">${text('news.fields.picture')}</label>
      <input class="field__input" id="desk-file" name="file" type="file" accept="image/png,image/jpeg,image/webp"${describeField('desk-file', notes)} />
      ${printNotes('desk-file', notes)}
    </div>`;
}

/** Renders the current picture and the field for a new one. */
function printPicture(text: DeskText, shown: ArticleFormState): Markup {
  const { fields, pictureProblem, removesPicture } = shown;
  const { picture, image } = fields;
  const address = picture ? deskPictureAddress(picture, 'card') : image;
  const present = html`<img class="desk__picture" src="${address}" alt="" width="300" height="200" />
    <label class="desk__check"><input type="checkbox" name="removePicture" value="yes" /> ${text('news.removePicture')}</label>`;
  const removed = removesPicture && html`<input type="hidden" name="removePicture" value="yes" />`;
  return html`${address ? present : removed}
    <input type="hidden" name="picture" value="${picture}" />
    ${printFile(text, pictureProblem)}
    ${printPair(text, shown, 'imageAlt')}`;
}

/** Renders all fields of an article. The languages are side by side on wide screens. */
export const printArticleFields = (text: DeskText, shown: ArticleFormState): Markup =>
  html`<fieldset class="form desk__part"><legend class="t-3">${text('news.texts')}</legend><p><a href="/desk/news/pictures" target="_blank" rel="noopener">${text('news.textPicture.open')}</a></p>${textNames.filter((name) => name !== 'imageAlt').map((name) => printPair(text, shown, name))}</fieldset>
    <fieldset class="form desk__part"><legend class="t-3">${text('news.fields.picture')}</legend>${printPicture(text, shown)}</fieldset>
    <fieldset class="form desk__part"><legend class="t-3">${text('news.common')}</legend>${printCommon(text, shown)}</fieldset>`;
