import { addressOf } from '#shared/address.ts';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { html, type Markup } from '#server/lib/html.ts';
import { textNames, type ArticleFields, type ArticleTexts } from '../../news/article.ts';
import { findArticle, findVersion, findVersions, parseFields, type ArticleRow } from '../../news/article-rows.ts';
import { maxVersions, returnToVersion } from '../../news/articles.ts';
import type { Row } from '../../storage/tables.ts';
import { parseId } from '../../lib/parse-id.ts';
import { firstValueOf, missingPage, type DeskResponse, type DeskText, type SignedInRequest } from '../desk-request.ts';
import { printEntries, printForm, printNote } from '../frame.ts';
import { formatMoment, printMoment } from '../moment.ts';
import { fieldLabel } from './article-fields.ts';
import { itemPath, previewPath, resultAddress, versionsPath, actorName } from './editor-page.ts';

type Version = Row<'news_versions'>;

const versionPath = (id: string, version: number) =>
  addressOf('/desk/news/:id/versions/:version', { id, version: String(version) });

const commonNames = ['slug', 'category', 'source', 'date', 'featured', 'sky'] as const;

/** Returns the labels of the fields that differ between two versions. */
function findChanges(text: DeskText, after: ArticleFields, before: ArticleFields): string[] {
  const common = commonNames.filter((name) => after[name] !== before[name]).map((name) => text(`news.fields.${name}`));
  const texts = languageNames.flatMap((language) =>
    textNames
      .filter((name) => after[language][name] !== before[language][name])
      .map((name) => fieldLabel(text, language, text(`news.fields.${name}`))),
  );
  const picture = pictureOf(after) === pictureOf(before) ? [] : [text('news.fields.picture')];
  return [...texts, ...common, ...picture];
}

/** The picture of an article: an uploaded one, or one that came with the site. */
const pictureOf = ({ picture, image }: ArticleFields): string => picture || image;

/** Says what a version has changed. The oldest versions are deleted: the oldest one that is left need not be the first. */
function printChanges(text: DeskText, version: Version, older: Version | undefined): string {
  if (older) {
    const changes = findChanges(text, parseFields(version), parseFields(older));
    return text('news.changedFields', { fields: changes.join('; ') });
  }
  return version.version === 1 ? text('news.first') : '';
}

function printEntry(version: Version, older: Version | undefined, row: ArticleRow, request: SignedInRequest): Markup {
  const { text, language } = request;
  const changes = printChanges(text, version, older);
  return html`<li class="desk__entry">
    <header>
      <a href="${versionPath(row.id, version.version)}">${text('news.versionTitle', { version: version.version })}</a>
      ${version.version === row.version && html`<b class="desk__badge">${text('news.newest')}</b>`}
      ${version.version === row.shown_version && html`<b class="desk__badge">${text('news.shownVersion')}</b>`}
      <span class="t-small soft">${actorName(text, version.who)}</span>
      ${printMoment(language, version.at)}
    </header>
    ${changes && html`<p class="t-small soft">${changes}</p>`}
  </li>`;
}

/** GET /desk/news/:id/versions lists the versions of an article. */
export async function listVersions(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, params } = request;
  const found = await storage.read(async (database) => {
    const row = await findArticle(database, params['id'] ?? '');
    return row && { row, versions: await findVersions(database, row) };
  });
  if (!found) return missingPage(request, 'news');
  const { row, versions } = found;
  const entries = versions.map((version, index) => printEntry(version, versions[index + 1], row, request));
  return {
    kind: 'page',
    section: 'news',
    title: text('news.versions'),
    body: html`<p class="soft">${text('news.versionsLead', { count: maxVersions })}</p>
      ${printEntries(entries, text('news.noVersions'))}
      <p><a href="${itemPath(row.id)}">${text('news.edit')}</a></p>`,
  };
}

function printTexts(text: DeskText, language: Language, texts: ArticleTexts): Markup {
  const filled = textNames.filter((name) => texts[name] !== '');
  return html`<div class="stack">
    ${filled.map((name) => html`<h3 class="t-4">${fieldLabel(text, language, text(`news.fields.${name}`))}</h3><pre class="desk__text" lang="${languages[language].html}">\n${texts[name]}</pre>`)}
  </div>`;
}

/** Why a version could not be restored. */
type Obstacle = 'takenSlug' | 'stale';

function printObstacle(text: DeskText, obstacle: Obstacle, slug: string, newest: Version | undefined): Markup {
  if (obstacle === 'takenSlug') return printNote(text('news.returnTaken', { slug }));
  const who = newest?.who ? actorName(text, newest.who) : text('news.somebody');
  return printNote(text('news.returnStale', { who, version: newest?.version ?? '' }));
}

/** Returns the page of a version, with the button that restores it, and with a note if it could not be restored. */
async function versionPage(request: SignedInRequest, obstacle: Obstacle | null): Promise<DeskResponse> {
  const { text, storage, params, language } = request;
  const number = parseId(params['version']);
  const found = await storage.read(async (database) => {
    const row = await findArticle(database, params['id'] ?? '');
    const version = row && number !== null && (await findVersion(database, row, number));
    return row && version ? { row, version, newest: await findVersion(database, row, row.version) } : null;
  });
  if (!found) return missingPage(request, 'news');
  const { row, version, newest } = found;
  const { slug, en, ua } = parseFields(version);
  const restoreForm = printForm(
    versionPath(row.id, version.version),
    html`<input type="hidden" name="base" value="${row.version}" /><p class="soft">${text('news.returnText')}</p><p><button class="button">${text('news.returnTo')}</button></p>`,
  );
  const who = actorName(text, version.who);
  return {
    kind: 'page',
    section: 'news',
    status: obstacle ? 409 : 200,
    title: text('news.versionTitle', { version: version.version }),
    body: html`${obstacle && printObstacle(text, obstacle, slug, newest)}
      <p class="soft">${formatMoment(language, version.at)}, ${who}</p>
      <p class="cluster"><a href="${previewPath(row.id, { version: version.version })}">${text('news.preview')}</a>
        <a href="${versionsPath(row.id)}">${text('news.versions')}</a> <a href="${itemPath(row.id)}">${text('news.edit')}</a></p>
      ${version.version !== row.version && restoreForm}
      <div class="desk__pair">${printTexts(text, 'en', en)}${printTexts(text, 'ua', ua)}</div>`,
  };
}

/** GET /desk/news/:id/versions/:version shows a version. */
export const showVersion = (request: SignedInRequest): Promise<DeskResponse> => versionPage(request, null);

/** POST /desk/news/:id/versions/:version makes a version the newest one. */
export async function returnToOlder(request: SignedInRequest): Promise<DeskResponse> {
  const { storage, params, actor } = request;
  const id = params['id'] ?? '';
  const number = parseId(params['version']);
  const base = Number(firstValueOf(request, 'base'));
  const outcome = await storage.write(async (database) => {
    const row = await findArticle(database, id);
    return row && number !== null && returnToVersion(database, row, { version: number, base }, actor);
  });
  if (outcome && (outcome.kind === 'takenSlug' || outcome.kind === 'stale')) return versionPage(request, outcome.kind);
  if (!outcome || outcome.kind !== 'saved') return missingPage(request, 'news');
  return { kind: 'redirect', to: resultAddress(id, 'returned') };
}
