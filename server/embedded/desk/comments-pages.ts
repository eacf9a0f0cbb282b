import { addressOf } from '#shared/address.ts';
import { articlePath } from '#shared/article-path.ts';
import { localized } from '#shared/languages.ts';
import { html, type Markup } from '#server/lib/html.ts';
import type { CommentState } from '../storage/tables.ts';
import { suspicions } from '../comments/suspicion.ts';
import { commentStates, decideComments, decisions, findComments, type ListedComment } from './comments.ts';
import { parseId } from '../lib/parse-id.ts';
import { firstValueOf, valuesOf, type DeskResponse, type SignedInRequest } from './desk-request.ts';
import { requestedPage, rangeOf, printEmpty, printNote, printPager } from './frame.ts';
import { printMoment } from './moment.ts';

const listPath = '/desk/comments';

const readState = (text: string | null): CommentState => commentStates.find((state) => state === text) ?? 'held';

const listAddress = (state: CommentState, page = 1) =>
  addressOf(listPath, {}, { query: { state, page: page > 1 ? page : undefined } });

function printStates({ text }: SignedInRequest, current: CommentState): Markup {
  const links = commentStates.map((state) => {
    const here = state === current ? html`aria-current="page"` : html``;
    return html`<li><a class="tab-list__tab" href="${listAddress(state)}" ${here}>${text(`comments.${state}`)}</a></li>`;
  });
  return html`<nav aria-label="${text('comments.stateLabel')}"><ul class="tab-list">${links}</ul></nav>`;
}

function printEntry(row: ListedComment, { text, language, siteOrigin }: SignedInRequest): Markup {
  const { id, author, content, date, slug } = row;
  const suspicion = suspicions.find((name) => name === row.suspicion);
  const article =
    slug === null
      ? text('comments.noArticle')
      : html`${text('comments.article')}: <a href="${siteOrigin}${articlePath({ slug })}#comments">${localized(language, row.headline, row.headline_uk)}</a>`;
  return html`<li class="desk__entry desk__entry--box">
    <label
      ><input type="checkbox" name="id" value="${id}" /><span class="sr"
        >${text('comments.select', { author })}</span
      ></label
    >
    <div class="stack">
    <header>
      <b dir="auto">${author}</b>${suspicion && html`<span class="desk__badge">${text(`comments.suspicion.${suspicion}`)}</span>`}
      ${printMoment(language, date)}
    </header>
    <p dir="auto">${content}</p>
    <p class="t-small soft">${article}</p>
    </div>
  </li>`;
}

/** The actions that are offered for a comment in each state. */
const decisionsFor: Record<CommentState, readonly (typeof decisions)[number][]> = {
  held: ['approve', 'hide', 'delete'],
  shown: ['hide', 'delete'],
  hidden: ['approve', 'delete'],
};

function printList(rows: ListedComment[], request: SignedInRequest, state: CommentState): Markup {
  const { text } = request;
  const buttons = decisionsFor[state].map((decision, position) => {
    const look = position === 0 ? html`button--sun` : html`button--line`;
    return html`<button class="button ${look}" name="decision" value="${decision}">
      ${text(`comments.${decision}`)}
    </button>`;
  });
  return html`<form class="stack" method="post" action="${listPath}">
    <input type="hidden" name="state" value="${state}" />
    <ol class="desk__list">${rows.map((row) => printEntry(row, request))}</ol>
    <div class="cluster" role="group" aria-labelledby="desk-selected">
      <span class="t-small soft" id="desk-selected">${text('comments.withSelected')}</span>${buttons}
    </div>
  </form>`;
}

/** GET /desk/comments lists comments by state. */
export async function listComments(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, query } = request;
  const state = readState(query.get('state'));
  const page = requestedPage(query);
  const { rows, total } = await storage.read((database) => findComments(database, { state }, rangeOf(page)));
  const list = rows.length === 0 ? printEmpty(text('comments.none')) : printList(rows, request, state);
  return {
    kind: 'page',
    section: 'comments',
    title: text('menu.comments'),
    body: html`${printStates(request, state)}${list}${printPager(text, page, total, (number) => listAddress(state, number))}`,
  };
}

/** POST /desk/comments expects `decision` and any number of `id`. */
export async function decideSelected(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, actor } = request;
  const state = readState(firstValueOf(request, 'state'));
  const decision = decisions.find((name) => name === firstValueOf(request, 'decision'));
  const ids = valuesOf(request, 'id')
    .map(parseId)
    .filter((id) => id !== null);
  if (!decision || ids.length === 0)
    return {
      kind: 'page',
      status: 422,
      section: 'comments',
      title: text('menu.comments'),
      body: html`${printNote(text('comments.nothingSelected'))}
        <p><a class="button button--line" href="${listAddress(state)}">${text('messages.back')}</a></p>`,
    };
  const { changed } = await storage.write((database) => decideComments(database, ids, { ...actor, decision }));
  return { kind: 'redirect', to: listAddress(state), changed };
}
