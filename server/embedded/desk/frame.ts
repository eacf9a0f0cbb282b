import { addressOf } from '#shared/address.ts';
import { countPages, parsePageNumber } from '#shared/list-parts.ts';
import { html, type Markup, type Printable } from '#server/lib/html.ts';
import { sections, type DeskPage, type DeskText, type Section, type SignedInRequest } from './desk-request.ts';

/** Renders a form that is posted to an address of this site. */
export const printForm = (action: string, content: Printable, className = 'form'): Markup =>
  html`<form class="${className}" method="post" action="${action}">${content}</form>`;

/** The counts beside the menu entries; 0 is not shown. */
export type MenuCounts = Partial<Record<Section, number>>;

function printMenu({ text }: SignedInRequest, current: Section | undefined, counts: MenuCounts): Markup {
  const entries = sections.map((section) => {
    const count = counts[section];
    const here = section === current ? html` aria-current="page"` : html``;
    return html`<li>
      <a class="tab-list__tab" href="${addressOf('/desk/:section', { section })}" ${here}
        >${text(`menu.${section}`)}${count ? html`<span class="tab-list__count">${count}</span>` : ''}</a
      >
    </li>`;
  });
  return html`<nav aria-label="${text('menu.label')}">
      <ul class="tab-list desk__menu">
        ${entries}
      </ul>
    </nav>`;
}

/** Renders the e-mail address of the signed-in user and the sign-out buttons. */
const printAccount = ({ text, session }: SignedInRequest): Markup =>
  html`<footer class="desk__who">
      <p class="t-small soft">${session.email}</p>
      ${printForm(
        '/desk/sign-out',
        html`<button class="button button--line button--small">${text('signOut.here')}</button>`,
        'cluster',
      )}${printForm(
        '/desk/sign-out-everywhere',
        html`<button class="button button--line button--small">${text('signOut.everywhere')}</button>`,
        'cluster',
      )}
    </footer>`;

/** Renders the content of a page: title and body, and the menu if the user is signed in. */
export function printDesk(page: DeskPage, request: SignedInRequest | null, counts: MenuCounts): string {
  return html`<div class="shell desk">
    ${request && printMenu(request, page.section, counts)}
    <h1 class="t-2">${page.title}</h1>
    ${page.body} ${request && printAccount(request)}
  </div>`.toString();
}

/** The number of entries on a page of a list. */
const pageSize = 50;

/** Returns the page number in an address, counted from 1. */
export const requestedPage = (query: URLSearchParams): number => parsePageNumber(query.get('page')) ?? 1;

/** Returns the limit and the offset of a query for the entries of a page. */
export const rangeOf = (page: number) => ({ limit: pageSize, offset: (page - 1) * pageSize });

/** Renders links to the previous and the next page of a list; `address` returns the address of a page number. */
export function printPager(text: DeskText, page: number, total: number, address: (page: number) => string): Markup {
  const pages = countPages(total, pageSize);
  if (pages === 1) return html``;
  return html`<nav class="cluster" aria-label="${text('pager.label')}">
    ${page > 1 && html`<a class="button button--line button--small" rel="prev" href="${address(page - 1)}">${text('pager.newer')}</a>`}
    <span class="t-small soft">${text('pager.place', { page, pages })}</span>
    ${page < pages && html`<a class="button button--line button--small" rel="next" href="${address(page + 1)}">${text('pager.older')}</a>`}
  </nav>`;
}

/** Renders labels and values, such as the data of a message. */
export const printFacts = (facts: readonly (readonly [label: string, value: Printable])[]): Markup =>
  html`<dl class="desk__facts">${facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;

const printDetails = (look: Markup, summary: string, warning: string, form: Markup): Markup =>
  html`<details ${look}>
    <summary class="button button--line button--small">${summary}</summary>
    <div class="stack">
      <p>${warning}</p>
      ${form}
    </div>
  </details>`;

/** Renders an action that needs a second click, after a text that explains it. */
export const printConfirmedAction = (summary: string, warning: string, form: Markup): Markup =>
  printDetails(html`class="desk__step"`, summary, warning, form);

/** Renders an action that cannot be undone; it needs a second click too. */
export const printDestructiveAction = (summary: string, warning: string, form: Markup): Markup =>
  printDetails(html`class="desk__step desk__danger"`, summary, warning, form);

/** Renders why an action was refused. The note gets the focus: Orca does not read an alert of a page that it loads. */
export const printNote = (content: Printable): Markup =>
  html`<div class="desk__note" role="alert" tabindex="-1" autofocus>${content}</div>`;

/** Renders the result of an action, which gets the focus too. */
export const printDone = (sentence: string): Markup =>
  html`<p class="desk__done" role="status" tabindex="-1" autofocus>${sentence}</p>`;

/** Renders a sentence in place of an empty list. */
export const printEmpty = (sentence: string): Markup => html`<p class="soft desk__none">${sentence}</p>`;

/** Renders the entries of a list. `none` is the sentence that an empty list shows instead. */
export const printEntries = (entries: Markup[], none: string): Markup =>
  entries.length === 0 ? printEmpty(none) : html`<ol class="desk__list">${entries}</ol>`;

interface Table {
  label: string;
  heads: string[];
  rows: Printable[][];
  /** Whether the first cell of each row is its name: screen readers say it before each other cell of the row. */
  hasRowNames?: boolean;
}

const printNamedRow = ([name, ...cells]: Printable[]): Markup =>
  html`<tr>
    <th scope="row">${name}</th>
    ${cells.map((cell) => html`<td>${cell}</td>`)}
  </tr>`;

const printRow = (cells: Printable[]): Markup =>
  html`<tr>
    ${cells.map((cell) => html`<td>${cell}</td>`)}
  </tr>`;

/** Renders a table that scrolls horizontally if it is wider than the window. */
export function printTable({ label, heads, rows, hasRowNames = false }: Table): Markup {
  return html`<div class="desk__table" role="region" aria-label="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(hasRowNames ? printNamedRow : printRow)}
      </tbody>
    </table>
  </div>`;
}
