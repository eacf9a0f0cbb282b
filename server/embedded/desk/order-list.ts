import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { orderStates } from '#shared/order-states.ts';
import { parsePurchase } from '../payments/purchase.ts';
import { formatStates, type StateEntry } from '../payments/state-history.ts';
import { countRows } from '../storage/count-rows.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database, Row } from '../storage/tables.ts';
import { contains } from '../storage/search.ts';

/** A trial or an order, as an entry of the list. */
export interface ListedOrder {
  kind: 'trial' | 'invoice';
  id: string;
  email: string;
  /** The computer of the licence: another one than was ordered if the licence was moved. */
  machine: string;
  plan: string;
  /** The amount and its currency; empty for a trial. */
  amount: string;
  state: string;
  /** The end of the licence in ISO 8601, `revoked`, or empty if there is none. */
  licence: string;
  /** The id of the licence; null if there is none. */
  licenceId: number | null;
  /** The format is ISO 8601. */
  created: string;
  modified: string;
  /** All payment states with their times, such as `created 2026-03-01T10:00:00.000Z; success …`. */
  states: string;
}

/** A trial has the state `started`; an order has the states of its payment. */
export const listedStates = ['started', ...orderStates] as const;
type ListedState = (typeof listedStates)[number];

export interface OrderFilter {
  state?: ListedState | undefined;
  /** A part of an e-mail address, a machine identifier or an id. */
  search?: string | undefined;
  /** The newest time of creation, in ISO 8601. */
  until?: string | undefined;
}

/** The columns of the list, in order. They are the keys of `orders` in locales/<language>/desk.json. */
export const orderColumns = [
  'kind',
  'id',
  'email',
  'machine',
  'plan',
  'amount',
  'state',
  'licence',
  'created',
  'modified',
] as const satisfies readonly (keyof ListedOrder)[];

/** The columns of the CSV file. */
export const fileColumns = [...orderColumns, 'states'] as const satisfies readonly (keyof ListedOrder)[];

/** The joined columns of the licence of an order; they are null if there is none. */
interface WithLicence {
  licence_id: number | null;
  licence_machine: string | null;
  expires: string | null;
  revoked: string | null;
}

const licenceOf = ({ expires, revoked, licence_id: licenceId }: WithLicence) => ({
  licence: revoked ? 'revoked' : (expires ?? ''),
  licenceId,
});

function describeInvoice(row: Row<'invoices'> & WithLicence, entries: StateEntry[] = []): ListedOrder {
  const { id, status: state, payload, created, modified } = row;
  const purchase = parsePurchase(payload);
  const machine = row.licence_machine ?? purchase.machine;
  const states = formatStates(entries);
  return { kind: 'invoice', id, ...purchase, machine, state, ...licenceOf(row), created, modified, states };
}

const describeTrial = ({ machine_id, email, date, ...licence }: Row<'trials'> & WithLicence): ListedOrder => ({
  kind: 'trial',
  id: '',
  email,
  machine: machine_id,
  plan: '',
  amount: '',
  state: 'started',
  ...licenceOf(licence),
  created: date,
  modified: date,
  states: '',
});

/** Orders that are older than these columns have their buyer only in the stored call. */
const invoiceText = sql<string>`coalesce(invoices.email || ' ' || invoices.machine_id, payload) || ' ' || invoices.id || ' ' || coalesce(provider_id, '') || ' ' || coalesce(licences.machine_id, '')`;
const trialText = sql<string>`trials.email || ' ' || trials.machine_id`;

const matchesNothing = sql<boolean>`1 = 0`;

function invoices(database: Database, { state, search, until }: OrderFilter) {
  let query = database.selectFrom('invoices').leftJoin('licences', 'licences.order_id', 'invoices.id');
  if (state === 'started') query = query.where(matchesNothing);
  else if (state) query = query.where('status', '=', state);
  if (search) query = query.where(contains(invoiceText, search));
  if (until) query = query.where('invoices.created', '<=', until);
  return query;
}

function trials(database: Database, { state, search, until }: OrderFilter) {
  let query = database
    .selectFrom('trials')
    .leftJoin('licences', (join) =>
      join.onRef('licences.machine_id', '=', 'trials.machine_id').on('licences.plan', '=', 'trial'),
    );
  if (state && state !== 'started') query = query.where(matchesNothing);
  if (search) query = query.where(contains(trialText, search));
  if (until) query = query.where('trials.date', '<=', until);
  return query;
}

const licenceColumns = [
  'licences.id as licence_id',
  'licences.machine_id as licence_machine',
  'licences.expires',
  'licences.revoked',
] as const;

/**
 * Returns the newest orders: `limit` of them after the first `offset`. Orders of the same time have a fixed order, so
 * that none appears on two pages.
 */
export async function findOrders(
  database: Database,
  filter: OrderFilter,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<ListedOrder[]> {
  // The overall newest entries are among the newest of each kind.
  const end = offset + limit;
  const foundTrials = await trials(database, filter)
    .selectAll('trials')
    .select(licenceColumns)
    .orderBy('trials.date', 'desc')
    .orderBy('trials.machine_id')
    .orderBy('trials.email')
    .limit(end)
    .execute();
  const foundInvoices = await invoices(database, filter)
    .selectAll('invoices')
    .select(licenceColumns)
    .orderBy('invoices.created', 'desc')
    .orderBy('invoices.id')
    .limit(end)
    .execute();
  const entries = await database
    .selectFrom('order_states')
    .selectAll()
    .where(
      'order_id',
      'in',
      invoices(database, filter)
        .select('invoices.id')
        .orderBy('invoices.created', 'desc')
        .orderBy('invoices.id')
        .limit(end),
    )
    .orderBy('id')
    .execute();
  const states = Map.groupBy(entries, (entry) => entry.order_id);
  const listedInvoices = foundInvoices.map((row) => describeInvoice(row, states.get(row.id)));
  return [...foundTrials.map(describeTrial), ...listedInvoices]
    .sort((one, other) => (one.created < other.created ? 1 : one.created > other.created ? -1 : 0))
    .slice(offset, end);
}

/**
 * Yields all orders, newest first, in parts of about `maxPart`: they do not have to fit into memory together, and other
 * calls are answered between two parts.
 */
export async function* readAllOrders(storage: Pick<Storage, 'read'>, maxPart = 500): AsyncGenerator<ListedOrder[]> {
  let until: string | undefined;
  for (let limit = maxPart; ;) {
    const found = await storage.read((database) => findOrders(database, { until }, { limit }));
    if (found.length < limit) {
      yield found;
      return;
    }
    until = found.at(-1)?.created;
    // More orders may have the same time, so this part leaves all of them out and the next part begins with them.
    const part = found.filter(({ created }) => created !== until);
    yield part;
    limit = part.length === 0 ? 2 * limit : maxPart;
    await setImmediate();
  }
}

/** Returns the number of orders. */
export async function countOrders(database: Database, filter: OrderFilter): Promise<number> {
  return (await countRows(trials(database, filter))) + (await countRows(invoices(database, filter)));
}

/** Parses a state from an address or a command; returns undefined for anything else. */
export const parseListedState = (text: string | null | undefined): ListedState | undefined =>
  listedStates.find((state) => state === text);
