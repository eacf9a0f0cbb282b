import { addressOf } from '#shared/address.ts';
import { officeDay } from '#shared/dates.ts';
import { html, type Markup, type Printable } from '#server/lib/html.ts';
import { logAction } from '../storage/audit-log.ts';
import { csvStart, printCsv } from './csv.ts';
import type { DeskResponse, DeskText, SignedInRequest } from './desk-request.ts';
import { printField } from './field.ts';
import { requestedPage, rangeOf, printEmpty, printPager, printTable } from './frame.ts';
import { formatMoment } from './moment.ts';
import {
  countOrders,
  fileColumns,
  findOrders,
  listedStates,
  orderColumns,
  parseListedState,
  readAllOrders,
  type ListedOrder,
  type OrderFilter,
} from './order-list.ts';
import { licencePage, orderPage, orderPaths } from './order-paths.ts';
import { maxSearch, readSearch } from '../storage/search.ts';

/** Returns the page of an order, or of the licence of a trial; null if there is none. */
function pageOf({ id, licenceId }: ListedOrder): string | null {
  if (id !== '') return orderPage(id);
  return licenceId === null ? null : licencePage({ id: licenceId, order_id: null });
}

/** Returns the name of a state; an unknown state is shown as it is stored. */
export function stateName(text: DeskText, state: string): string {
  const named = listedStates.find((name) => name === state);
  return named ? text(`orders.states.${named}`) : state;
}

function printId(order: ListedOrder, { text }: SignedInRequest): Printable {
  const page = pageOf(order);
  return page && html`<a href="${page}">${order.id || text('order.licenceTitle', { id: order.licenceId ?? '' })}</a>`;
}

function printCell(order: ListedOrder, column: (typeof orderColumns)[number], request: SignedInRequest): Printable {
  const { text, language } = request;
  if (column === 'kind') return text(`orders.${order.kind}`);
  if (column === 'id') return printId(order, request);
  if (column === 'state') return stateName(text, order.state);
  if (column === 'licence' && order.licence)
    return order.licence === 'revoked' ? text('orders.revoked') : formatMoment(language, order.licence);
  if (column === 'created' || column === 'modified') return formatMoment(language, order[column]);
  return order[column];
}

function printOrders(orders: ListedOrder[], request: SignedInRequest): Markup {
  const { text } = request;
  return printTable({
    label: text('orders.scroll'),
    heads: orderColumns.map((column) => text(`orders.${column}`)),
    rows: orders.map((order) => orderColumns.map((column) => printCell(order, column, request))),
  });
}

function readFilter(query: URLSearchParams): OrderFilter {
  const search = readSearch(query);
  return { state: parseListedState(query.get('state')), ...(search && { search }) };
}

function printTools({ text }: SignedInRequest, { state, search = '' }: OrderFilter): Markup {
  const choices = listedStates.map(
    (name) =>
      html`<option value="${name}" ${name === state && html`selected`}>${text(`orders.states.${name}`)}</option>`,
  );
  const field = printField({
    name: 'q',
    label: text('order.search'),
    type: 'search',
    value: search,
    maxLength: maxSearch,
  });
  return html`<form class="desk__tools" method="get" action="${orderPaths.list}" role="search">
    ${field}
    <div class="field">
      <label for="desk-state">${text('orders.state')}</label>
      <select class="field__input" id="desk-state" name="state">
        <option value="">${text('order.allStates')}</option>
        ${choices}
      </select>
    </div>
    <button class="button button--line">${text('messages.find')}</button>
  </form>`;
}

/** GET /desk/orders lists trials and orders by state and search, newest first. */
export async function listOrders(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, query, keys } = request;
  const filter = readFilter(query);
  const page = requestedPage(query);
  const [orders, total] = await storage.read(async (database) => [
    await findOrders(database, filter, rangeOf(page)),
    await countOrders(database, filter),
  ]);
  const isFiltered = filter.state !== undefined || filter.search !== undefined;
  const none = text(isFiltered ? 'order.noneFound' : 'orders.none');
  const list = orders.length === 0 ? printEmpty(none) : printOrders(orders, request);
  const address = (number: number) =>
    addressOf(orderPaths.list, {}, { query: { state: filter.state, q: filter.search, page: number } });
  return {
    kind: 'page',
    section: 'orders',
    title: text('menu.orders'),
    body: html`${printTools(request, filter)}${list}
      <div class="cluster">
        ${printPager(text, page, total, address)}
        ${keys && html`<a class="button button--line" href="${orderPaths.transfer}">${text('transfer.link')}</a>`}
        <a class="button button--line" href="${orderPaths.file}">${text('orders.export')}</a>
      </div>`,
  };
}

async function* printFile(storage: SignedInRequest['storage']): AsyncGenerator<string> {
  yield csvStart + printCsv([fileColumns]);
  for await (const orders of readAllOrders(storage))
    yield printCsv(orders.map((order) => fileColumns.map((column) => order[column])));
}

/** GET /desk/orders.csv exports all trials and orders, with states and times as they are stored. */
export async function exportOrders({ storage, actor, now }: SignedInRequest): Promise<DeskResponse> {
  await storage.write((database) => logAction(database, { ...actor, action: 'orders-exported' }));
  return {
    kind: 'file',
    name: `orders-${officeDay(new Date(now))}.csv`,
    type: 'text/csv; charset=utf-8',
    content: printFile(storage),
  };
}
