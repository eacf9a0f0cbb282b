import { randomUUID } from 'node:crypto';
import { html, type Markup } from '#server/lib/html.ts';
import type { ArticleFields } from '../../news/article.ts';
import { fieldsOf, findArticle, findVersion, articleStateOf, type ArticleRow } from '../../news/article-rows.ts';
import {
  createArticle,
  deleteArticle,
  findGaps,
  publishArticle,
  saveArticle,
  unpublishArticle,
  type SaveOutcome,
} from '../../news/articles.ts';
import type { Database } from '../../storage/tables.ts';
import { conflictPage, firstValueOf, missingPage, type DeskResponse, type SignedInRequest } from '../desk-request.ts';
import { printNote } from '../frame.ts';
import { readArticleForm, type SubmittedArticle } from './article-form.ts';
import { itemPath, listPath, previewPath, resultAddress, showEditor, actorName, type Editor } from './editor-page.ts';

const uuidPattern = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** Any page of the site may show news, so a visible change purges the whole cache. */
const changedPages = (isChanged: boolean) => (isChanged ? { changed: 'all' as const } : {});

/** Publishes the saved version, unless it has errors or needs confirmation. */
async function publishSaved(request: SignedInRequest, row: ArticleRow, isConfirmed: boolean): Promise<DeskResponse> {
  const { text, storage, now } = request;
  const outcome = await storage.write(async (database) => {
    const current = await findArticle(database, row.id);
    // Somebody else has saved a version in the meantime, which must not be published unread.
    if (current?.version !== row.version) return null;
    // Somebody else has unpublished the article since the editor opened it.
    if (firstValueOf(request, 'published') !== '' && current.state !== 'published') return null;
    const fields = await fieldsOf(database, current);
    const { errors, missing } = findGaps(fields);
    if (Object.keys(errors).length > 0 || (missing.length > 0 && !isConfirmed))
      return { fields, errors, published: null };
    return { fields, errors, published: await publishArticle(database, current, request.actor) };
  });
  if (!outcome) return { kind: 'redirect', to: resultAddress(row.id, 'notPublished') };
  const { fields, errors, published } = outcome;
  if (!published) {
    const needsConfirmation = Object.keys(errors).length === 0;
    const notes = needsConfirmation ? [printNote(text('news.savedOnly'))] : [];
    const shown = { row, fields, errors, pictureProblem: null, notes, isSaved: true, needsConfirmation };
    return showEditor(request, { ...shown, status: 422 });
  }
  const done = articleStateOf(published.row, now) === 'scheduled' ? 'scheduled' : 'published';
  return { kind: 'redirect', to: resultAddress(row.id, done), ...changedPages(published.isChanged) };
}

/** Shows an edit conflict: nothing is stored, and the form has everything that the second editor entered. */
function showConflict(
  request: SignedInRequest,
  typed: SubmittedArticle,
  editor: Pick<Editor, 'row' | 'newId'>,
  { title, content }: { title: string; content: Markup },
): Promise<DeskResponse> {
  const note = printNote(html`<h2 class="t-4">${title}</h2>${content}`);
  return showEditor(request, { ...typed, ...editor, notes: [note], status: 409 });
}

/** Shows the conflict with a newer version. */
async function showStale(request: SignedInRequest, row: ArticleRow, typed: SubmittedArticle): Promise<DeskResponse> {
  const { text, storage } = request;
  const version = await storage.read((database) => findVersion(database, row, row.version));
  const who = version?.who ? actorName(text, version.who) : text('news.somebody');
  const content = html`<p>${text('news.stale', { who, version: row.version })}</p>
    <p><a href="${itemPath(row.id)}" target="_blank" rel="noopener">${text('news.staleOpen')}</a></p>`;
  return showConflict(request, typed, { row }, { title: text('news.staleTitle'), content });
}

/** Shows that the article has been deleted; its form stores a new article. */
function showDeleted(request: SignedInRequest, typed: SubmittedArticle): Promise<DeskResponse> {
  const { text } = request;
  const content = html`<p>${text('news.deleted')}</p>`;
  return showConflict(
    request,
    typed,
    { row: null, newId: randomUUID() },
    { title: text('news.deletedTitle'), content },
  );
}

/** Returns the answer to a posted article form, after the attempt to save it. */
async function answerSave(
  request: SignedInRequest,
  outcome: SaveOutcome,
  editor: Pick<Editor, 'row' | 'base' | 'newId'>,
  typed: SubmittedArticle,
): Promise<DeskResponse> {
  if (outcome.kind === 'missing') return showDeleted(request, typed);
  if (outcome.kind === 'stale') return showStale(request, outcome.row, typed);
  if (outcome.kind !== 'saved')
    return showEditor(request, { ...typed, ...editor, errors: { slug: outcome.kind }, status: 422 });
  const { row } = outcome;
  const decision = firstValueOf(request, 'decision');
  if (decision === 'preview') return { kind: 'redirect', to: previewPath(row.id) };
  if (decision === 'publish' || decision === 'publish-anyway')
    return publishSaved(request, row, decision === 'publish-anyway');
  return { kind: 'redirect', to: resultAddress(row.id, 'saved') };
}

const hasErrors = ({ errors, pictureProblem }: SubmittedArticle) =>
  Object.keys(errors).length > 0 || pictureProblem !== null;

/** POST /desk/news/new stores a draft. The form contains the id, so a second click updates the same article. */
export async function createNew(request: SignedInRequest): Promise<DeskResponse> {
  const { storage } = request;
  const newId = firstValueOf(request, 'id');
  if (!uuidPattern.test(newId)) return missingPage(request, 'news');
  const typed = await readArticleForm(request);
  if (hasErrors(typed)) return showEditor(request, { ...typed, row: null, newId, status: 422 });
  const { fields } = typed;
  const { actor } = request;
  const outcome = await storage.write(async (database): Promise<SaveOutcome> =>
    (await findArticle(database, newId))
      ? saveArticle(database, newId, { fields: await withStoredSlug(database, newId, fields), base: 0 }, actor)
      : createArticle(database, fields, actor, newId),
  );
  return answerSave(request, outcome, { row: null, newId }, typed);
}

/** A form without a slug gets the stored slug of the article, so a second click does not generate another one. */
async function withStoredSlug(database: Database, id: string, fields: ArticleFields): Promise<ArticleFields> {
  if (fields.slug !== '') return fields;
  return { ...fields, slug: (await findArticle(database, id))?.slug ?? '' };
}

/** POST /desk/news/:id stores a new version and continues with the action of the pressed button. */
export async function saveEdited(request: SignedInRequest): Promise<DeskResponse> {
  const { storage, params } = request;
  const id = params['id'] ?? '';
  const found = await storage.read(async (database) => {
    const row = await findArticle(database, id);
    return row && { row, before: await fieldsOf(database, row) };
  });
  if (!found) return showDeleted(request, await readArticleForm(request));
  const { row, before } = found;
  const typed = await readArticleForm(request, before);
  const base = Number(firstValueOf(request, 'base'));
  if (hasErrors(typed)) return showEditor(request, { ...typed, row, base, status: 422 });
  const outcome = await storage.write(async (database) =>
    saveArticle(database, id, { fields: await withStoredSlug(database, id, typed.fields), base }, request.actor),
  );
  return answerSave(request, outcome, { row, base }, typed);
}

/** POST /desk/news/:id/unpublish hides an article from visitors. */
export async function unpublishByStaff(request: SignedInRequest): Promise<DeskResponse> {
  const { storage, params } = request;
  const id = params['id'] ?? '';
  const outcome = await storage.write(async (database) => {
    const row = await findArticle(database, id);
    return row && unpublishArticle(database, row, request.actor);
  });
  if (!outcome) return missingPage(request, 'news');
  return { kind: 'redirect', to: resultAddress(id, 'unpublished'), ...changedPages(outcome.isChanged) };
}

/** POST /desk/news/:id/delete deletes an unpublished article. A second click finds none, and ends on the same page. */
export async function removeArticle(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, params, actor } = request;
  const id = params['id'] ?? '';
  const isPublished = await storage.write(async (database) => {
    const row = await findArticle(database, id);
    return row !== undefined && !(await deleteArticle(database, row, actor));
  });
  if (!isPublished) return { kind: 'redirect', to: listPath };
  return conflictPage(request, {
    section: 'news',
    reason: text('news.publishedMeanwhile'),
    back: { href: itemPath(id), text: text('news.edit') },
  });
}
