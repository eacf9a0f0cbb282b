import { addressOf } from '#shared/address.ts';
import { localized } from '#shared/languages.ts';
import { html, type Markup } from '#server/lib/html.ts';
import {
  articleStates,
  findArticles,
  isPending,
  itemOf,
  articleStateOf,
  type ArticleRow,
  type ArticleState,
} from '../../news/article-rows.ts';
import type { DeskResponse, SignedInRequest } from '../desk-request.ts';
import { requestedPage, rangeOf, printEntries, printPager } from '../frame.ts';
import { printMoment } from '../moment.ts';
import { itemPath, listPath, newPath } from './editor-page.ts';

const listAddress = (state: ArticleState | undefined, page = 1) =>
  addressOf(listPath, {}, { query: { state, page: page > 1 ? page : undefined } });

function printTools({ text }: SignedInRequest, current: ArticleState | undefined): Markup {
  const links = [undefined, ...articleStates].map((state) => {
    const here = state === current ? html`aria-current="page"` : html``;
    const label = state ? text(`news.statesOf.${state}`) : text('news.all');
    return html`<li><a class="tab-list__tab" href="${listAddress(state)}" ${here}>${label}</a></li>`;
  });
  return html`<p class="soft">${text('news.lead')}</p>
    <p><a class="button" href="${newPath}">${text('news.new')}</a></p>
    <nav aria-label="${text('news.stateLabel')}"><ul class="tab-list">${links}</ul></nav>`;
}

function printEntry(row: ArticleRow, { text, language, now }: SignedInRequest): Markup {
  const { headline, headline_uk: ukrainian } = itemOf(row);
  const state = articleStateOf(row, now);
  return html`<li class="desk__entry">
    <header>
      <a href="${itemPath(row.id)}">${localized(language, headline, ukrainian) || ukrainian || text('news.noHeadline')}</a>
      ${state !== 'published' && html`<b class="desk__badge">${text(`news.states.${state}`)}</b>`}
      ${isPending(row) && html`<b class="desk__badge">${text('news.pending')}</b>`}
      ${row.featured === 1 && html`<span class="t-small soft">${text('news.featuredBadge')}</span>`}
      ${printMoment(language, row.date)}
    </header>
    <p class="t-small soft" lang="en">${row.category && html`${row.category}, `}/news/${row.slug}</p>
  </li>`;
}

/** GET /desk/news lists the articles by state. */
export async function listNews(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, query, now } = request;
  const state = articleStates.find((name) => name === query.get('state'));
  const page = requestedPage(query);
  const { rows, total } = await storage.read((database) => findArticles(database, { state, now }, rangeOf(page)));
  const list = printEntries(
    rows.map((row) => printEntry(row, request)),
    text('news.none'),
  );
  return {
    kind: 'page',
    section: 'news',
    title: text('menu.news'),
    body: html`${printTools(request, state)}${list}${printPager(text, page, total, (number) => listAddress(state, number))}`,
  };
}
