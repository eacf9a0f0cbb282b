import { languageNames, languages } from '#shared/languages.ts';
import { html } from '#server/lib/html.ts';
import { toItem } from '../../news/article.ts';
import { fieldsOf, findArticle, findVersion, isoOf } from '../../news/article-rows.ts';
import { parsePictureFile } from '../../news/picture-address.ts';
import { findPicture } from '../../news/stored-pictures.ts';
import { parseId } from '../../lib/parse-id.ts';
import { missingPage, type DeskResponse, type SignedInRequest } from '../desk-request.ts';
import { itemPath, previewPath, printMissing } from './editor-page.ts';

/**
 * GET /desk/news/:id/preview returns the newest version, or the one in `version`. The site renders it as the future
 * page. A version that is not stored is missing.
 */
export async function previewArticle(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, params, query, now, language } = request;
  const version = parseId(query.get('version') ?? '') ?? undefined;
  const found = await storage.read(async (database) => {
    const row = await findArticle(database, params['id'] ?? '');
    // The database keeps only the newest versions. An article that was never edited at the desk has no version.
    if (!row || (version !== undefined && !(await findVersion(database, row, version)))) return null;
    return { row, fields: await fieldsOf(database, row, version) };
  });
  if (!found) return missingPage(request, 'news');
  const { row, fields } = found;
  const others = languageNames.map((name) => {
    const here = name === language ? html` aria-current="page"` : html``;
    return html`<a href="${previewPath(row.id, { version, lang: name })}" hreflang="${languages[name].html}"${here}>${text(`languages.${name}`)}</a>`;
  });
  const missing = printMissing(text, fields);
  return {
    kind: 'preview',
    item: toItem({ ...fields, slug: fields.slug || row.slug }, row.id, isoOf(now)),
    note: html`<aside class="desk__preview" aria-label="${text('news.preview')}">
      <p>${text('news.previewNote', { version: version ?? (row.version || 1) })}${missing && html` ${missing}`}</p>
      <p class="cluster">${others}<a class="button button--sun button--small" href="${itemPath(row.id)}">${text('news.edit')}</a></p>
    </aside>`,
  };
}

/** GET /desk/news/pictures/:file serves a picture that visitors may not see yet. */
export async function showPicture(request: SignedInRequest): Promise<DeskResponse> {
  const name = request.params['file'] ?? '';
  const file = parsePictureFile(name);
  const content = file && (await request.storage.read((database) => findPicture(database, file.id, file.crop)));
  if (!content) return missingPage(request, 'news');
  return { kind: 'file', name, type: 'image/webp', content };
}
