import { addressOf } from '#shared/address.ts';
import { html, type Markup } from '#server/html.ts';
import { recordAct } from './acts.ts';
import { printCsv } from './csv.ts';
import type { DeskAnswer, DeskText, SignedInRequest } from './desk-request.ts';
import { pageSize, printEmpty, printPager, printTable, readPageNumber } from './frame.ts';
import { formatMoment } from './moment.ts';
import { countOrders, findOrders, orderColumns, type Order } from './orders.ts';

const states = ['started', 'created', 'processing', 'hold', 'success', 'failure', 'reversed', 'expired'] as const;

/** The name of a state; a state that is not known here is shown as it is stored. */
function stateName(text: DeskText, state: string): string {
  const known = states.find((name) => name === state);
  return known ? text(`orders.states.${known}`) : state;
}

function printCell(order: Order, column: (typeof orderColumns)[number], { text, language }: SignedInRequest): string {
  if (column === 'kind') return text(`orders.${order.kind}`);
  if (column === 'state') return stateName(text, order.state);
  if (column === 'licence' && order.licence)
    return order.licence === 'revoked' ? text('orders.revoked') : formatMoment(language, order.licence);
  if (column === 'created' || column === 'modified') return formatMoment(language, order[column]);
  return order[column];
}

function printOrders(orders: Order[], request: SignedInRequest): Markup {
  const { text } = request;
  return printTable({
    label: text('orders.scroll'),
    heads: orderColumns.map((column) => text(`orders.${column}`)),
    rows: orders.map((order) => orderColumns.map((column) => printCell(order, column, request))),
  });
}

/** GET /desk/orders: trials and invoices, newest first. */
export async function listOrders(request: SignedInRequest): Promise<DeskAnswer> {
  const { text, storage, query, now } = request;
  const page = readPageNumber(query);
  const [orders, total] = await storage.read(async (database) => [
    await findOrders(database, { limit: pageSize, offset: (page - 1) * pageSize, now }),
    await countOrders(database),
  ]);
  const list = orders.length === 0 ? printEmpty(text('orders.none')) : printOrders(orders, request);
  const address = (number: number) => addressOf('/desk/orders', {}, { query: { page: String(number) } });
  return {
    kind: 'page',
    section: 'orders',
    title: text('menu.orders'),
    body: html`${list}
      <div class="cluster">
        ${printPager(text, page, total, address)}
        <a class="button button--line" href="/desk/orders.csv">${text('orders.export')}</a>
      </div>`,
  };
}

/** GET /desk/orders.csv: all of them, with states and moments as they are stored. */
export async function exportOrders({ storage, session, now }: SignedInRequest): Promise<DeskAnswer> {
  const orders = await storage.write(async (database) => {
    await recordAct(database, { who: session.email, act: 'orders-exported', now });
    return findOrders(database, { now });
  });
  const rows = orders.map((order) => orderColumns.map((column) => order[column]));
  return {
    kind: 'file',
    name: `orders-${new Date(now).toISOString().slice(0, 10)}.csv`,
    type: 'text/csv; charset=utf-8',
    content: printCsv([orderColumns, ...rows]),
  };
}
