import { randomUUID } from 'node:crypto';
import { addressOf } from '#shared/address.ts';
import { articlePath } from '#shared/article-path.ts';
import { isLanguage, type Language } from '#shared/languages.ts';
import { html, type Markup } from '#server/lib/html.ts';
import { emptyArticle, findMissingUkrainian, textNames, type ArticleFields } from '../../news/article.ts';
import {
  fieldsOf,
  findArticle,
  findCategories,
  findVersion,
  isPending,
  isShown,
  isSlugFixed,
  articleStateOf,
  type ArticleRow,
} from '../../news/article-rows.ts';
import type { Database, Row } from '../../storage/tables.ts';
import { commandLine } from '../../storage/audit-log.ts';
import {
  firstValueOf,
  missingPage,
  type DeskResponse,
  type DeskPage,
  type DeskText,
  type SignedInRequest,
} from '../desk-request.ts';
import { printDestructiveAction, printDone, printForm, printNote } from '../frame.ts';
import { formatMoment } from '../moment.ts';
import { fieldId } from '../field.ts';
import { fieldLabel, printArticleFields, type ArticleFormState } from './article-fields.ts';

export const listPath = '/desk/news';
export const newPath = '/desk/news/new';
export const itemPath = (id: string): string => addressOf('/desk/news/:id', { id });
export const versionsPath = (id: string): string => addressOf('/desk/news/:id/versions', { id });
export const previewPath = (id: string, { version, lang }: { version?: number; lang?: Language } = {}): string =>
  addressOf('/desk/news/:id/preview', { id }, { query: { version: version || undefined, lang } });

/** Returns the name of an actor for the audit log and the history of versions. */
export const actorName = (text: DeskText, who: string): string =>
  who === commandLine ? text('auditLog.command') : who || text('news.unknown');

/** The results of actions, which the page of the article shows afterwards. */
const results = ['saved', 'notPublished', 'published', 'scheduled', 'unpublished', 'returned'] as const;

/** Returns the address of an article's page with the result of the last action. */
export const resultAddress = (id: string, done: (typeof results)[number]): string =>
  addressOf('/desk/news/:id', { id }, { query: { done } });

/** The data of the editor page. */
export interface Editor extends Omit<ArticleFormState, 'categories' | 'isSlugFixed'> {
  /** Null for a new article. */
  row: ArticleRow | null;
  /**
   * The version that the editor has changed, which the next save must replace; by default that of `row`. A form with
   * errors keeps it: if somebody has saved meanwhile, saving the corrected form must show the conflict.
   */
  base?: number;
  /** The id is generated when the form of a new article is rendered, so that two clicks create one article. */
  newId?: string;
  /** The notes are rendered above the form. */
  notes?: Markup[];
  /** Whether the version is stored, but errors prevent its publication. */
  isSaved?: boolean;
  /** Whether the page asks for confirmation to publish without Ukrainian texts. */
  needsConfirmation?: boolean;
  status?: number;
}

/** The fields that can have errors, as in the keys of `news.fields` in locales/<language>/desk.json. */
const fieldNames = [...textNames, 'slug', 'category', 'source', 'date'] as const;

/** Renders links to the fields with errors. */
function printErrors(text: DeskText, { errors, pictureProblem, isSaved }: Editor): Markup | null {
  const names = Object.keys(errors);
  if (names.length === 0 && !pictureProblem) return null;
  const links = names.map((name) => {
    const [language, part] = name.split('.');
    const named = fieldNames.find((fieldName) => fieldName === (part ?? name));
    const field = named ? text(`news.fields.${named}`) : name;
    const label = part && isLanguage(language) ? fieldLabel(text, language, field) : field;
    return html`<li><a href="#${fieldId(name)}">${label}</a></li>`;
  });
  const file = pictureProblem && html`<li><a href="#desk-file">${text('news.fields.picture')}</a></li>`;
  return printNote(html`<p>${text(isSaved ? 'news.savedOnly' : 'news.notSaved')}</p><ul>${links}${file}</ul>`);
}

/** Returns a sentence that names the texts that Ukrainian pages would show in English. */
export function printMissing(text: DeskText, fields: ArticleFields): string | null {
  const names = findMissingUkrainian(fields).map((name) => text(`news.fields.${name}`).toLowerCase());
  return names.length > 0 ? text('news.missingUkrainian', { fields: names.join(', ') }) : null;
}

/** Renders the state of the article, its newest version and the links to its other pages. */
function printStatus(request: SignedInRequest, row: ArticleRow, version: Row<'news_versions'> | undefined): Markup {
  const { text, language, siteOrigin, now } = request;
  const state = articleStateOf(row, now);
  const when = version && formatMoment(language, version.at);
  const newest =
    version && text('news.versionBy', { version: row.version, date: when ?? '', who: actorName(text, version.who) });
  return html`<div class="cluster">
      <b class="desk__badge">${text(`news.states.${state}`)}</b>
      ${isPending(row) && html`<b class="desk__badge">${text('news.pending')}</b>`}
      ${row.state === 'published' && html`<span class="t-small soft">${text('news.shownFrom', { date: formatMoment(language, row.date) })}</span>`}
      ${newest && html`<span class="t-small soft">${newest}</span>`}
    </div>
    <p class="cluster">
      <a href="${previewPath(row.id)}">${text('news.preview')}</a>
      <a href="${versionsPath(row.id)}">${text('news.versions')}</a>
      ${isShown(row, now) && html`<a href="${siteOrigin}${articlePath(row)}">${text('news.open')}</a>`}
      <a href="${listPath}">${text('news.back')}</a>
    </p>`;
}

function printButtons(text: DeskText, { row, needsConfirmation }: Editor): Markup {
  const isPublished = row?.state === 'published';
  const button = (value: string, label: string, look: string) =>
    html`<button class="button ${look}" name="decision" value="${value}">${label}</button>`;
  const publish = needsConfirmation
    ? button('publish-anyway', text('news.publishAnyway'), 'button--sun')
    : button('publish', text(isPublished ? 'news.publishChanges' : 'news.publish'), 'button--sun');
  // Enter in a field activates the first button, so it must be the one that only saves.
  return html`<div class="cluster">
    ${button('save', text(isPublished ? 'news.save' : 'news.saveDraft'), '')}
    ${button('preview', text('news.saveAndPreview'), 'button--line')} ${publish}
  </div>`;
}

function printRemoval(text: DeskText, { id, state }: ArticleRow): Markup {
  const button = (label: string) => html`<button class="button">${label}</button>`;
  if (state === 'published')
    return printDestructiveAction(
      text('news.unpublish'),
      text('news.unpublishWarning'),
      printForm(addressOf('/desk/news/:id/unpublish', { id }), button(text('news.unpublish'))),
    );
  return printDestructiveAction(
    text('news.delete'),
    text('news.deleteWarning'),
    printForm(addressOf('/desk/news/:id/delete', { id }), button(text('news.deleteButton'))),
  );
}

const readEditor = (database: Database, row: ArticleRow | null) =>
  Promise.all([row && findVersion(database, row, row.version), findCategories(database)]);

/** Returns the page with the form of an article. */
export async function showEditor(request: SignedInRequest, editor: Editor): Promise<DeskPage> {
  const { text, storage, now, language } = request;
  const { row, newId, base = row?.version ?? 0, notes = [] } = editor;
  const [version, categories] = await storage.read((database) => readEditor(database, row));
  const fixedSlug = row && isSlugFixed(row, now) ? row.slug : null;
  // The slug of an earlier version or form can no longer be stored, and the field cannot be changed.
  const fields = { ...editor.fields, slug: fixedSlug ?? editor.fields.slug };
  const shown = { ...editor, fields, categories, isSlugFixed: fixedSlug !== null };
  // A form that is shown again keeps this, because the article may have been unpublished since its first page.
  const wasPublished = row && (row.state === 'published' || firstValueOf(request, 'published') !== '');
  const headline = fields[language].headline || fields.en.headline || fields.ua.headline;
  const missing = printMissing(text, fields);
  return {
    kind: 'page',
    section: 'news',
    status: editor.status ?? 200,
    title: headline || text(row ? 'news.noHeadline' : 'news.new'),
    body: html`${row ? printStatus(request, row, version ?? undefined) : html`<p><a href="${listPath}">${text('news.back')}</a></p>`}
      ${notes} ${printErrors(text, editor)} ${missing && html`<p class="desk__hint">${missing}</p>`}
      <form class="form desk__article" method="post" enctype="multipart/form-data" action="${row ? itemPath(row.id) : newPath}">
        <input type="hidden" name="base" value="${base}" />${newId && html`<input type="hidden" name="id" value="${newId}" />`}
        ${wasPublished && html`<input type="hidden" name="published" value="yes" />`}
        ${printArticleFields(text, shown)} ${printButtons(text, editor)}
      </form>
      ${row && printRemoval(text, row)}`,
  };
}

/** GET /desk/news/new shows the form of a new article. */
export const newArticle = (request: SignedInRequest): Promise<DeskResponse> =>
  showEditor(request, { row: null, newId: randomUUID(), fields: emptyArticle, errors: {}, pictureProblem: null });

/** GET /desk/news/:id shows the newest version of an article. */
export async function editArticle(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, params, query } = request;
  const found = await storage.read(async (database) => {
    const row = await findArticle(database, params['id'] ?? '');
    return row && { row, fields: await fieldsOf(database, row) };
  });
  if (!found) return missingPage(request, 'news');
  const done = results.find((name) => name === query.get('done'));
  const notes = done ? [printDone(text(`news.done.${done}`))] : [];
  return showEditor(request, { ...found, errors: {}, pictureProblem: null, notes });
}
