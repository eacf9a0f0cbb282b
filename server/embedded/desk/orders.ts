import { currencyOf } from '#shared/plans.ts';
import type { Database, Row } from '../storage/tables.ts';

/** A trial or an invoice, as a line of the list. */
export interface Order {
  kind: 'trial' | 'invoice';
  id: string;
  email: string;
  machine: string;
  plan: string;
  /** With its currency; empty for a trial. */
  amount: string;
  state: string;
  /** When its licence ends, in ISO 8601; `revoked`, or empty where there is none. */
  licence: string;
  /** ISO 8601. */
  created: string;
  modified: string;
}

/** The columns of the list and of the file, in their order; the keys of `orders` in locales/<language>/desk.json. */
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
] as const satisfies readonly (keyof Order)[];

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** A caller may send any text as reference. */
function readReference(reference: unknown): { plan?: unknown; machine_id?: unknown } {
  try {
    return (JSON.parse(textOf(reference)) ?? {}) as { plan?: unknown; machine_id?: unknown };
  } catch {
    return { plan: reference };
  }
}

interface Payload {
  amount?: number;
  ccy?: number;
  /** In seconds. */
  validity?: number;
  merchantPaymInfo?: { reference?: unknown; customerEmails?: unknown[] };
}

/** What the database says of the licence of an order; nulls where there is none. */
interface WithLicence {
  expires: string | null;
  revoked: string | null;
}

const licenceOf = ({ expires, revoked }: WithLicence) => (revoked ? 'revoked' : (expires ?? ''));

function describeInvoice(row: Row<'invoices'> & WithLicence, now: number): Order {
  const { id, status, payload, created, modified } = row;
  const { amount = 0, ccy = 0, validity = Infinity, merchantPaymInfo } = JSON.parse(payload) as Payload;
  const { plan, machine_id: machine } = readReference(merchantPaymInfo?.reference);
  const isOver = status === 'created' && Date.parse(created) + validity * 1000 < now;
  return {
    kind: 'invoice',
    id,
    email: textOf(merchantPaymInfo?.customerEmails?.[0]),
    machine: textOf(machine),
    plan: textOf(plan),
    amount: `${(amount / 100).toFixed(2)} ${currencyOf(ccy) ?? ccy}`,
    state: isOver ? 'expired' : status,
    licence: licenceOf(row),
    created,
    modified,
  };
}

const describeTrial = ({ machine_id, email, date, ...licence }: Row<'trials'> & WithLicence): Order => ({
  kind: 'trial',
  id: '',
  email,
  machine: machine_id,
  plan: '',
  amount: '',
  state: 'started',
  licence: licenceOf(licence),
  created: date,
  modified: date,
});

/** The newest orders: `limit` of them after the first `offset`; all of them without a limit. */
export async function findOrders(
  database: Database,
  { limit = Infinity, offset = 0, now }: { limit?: number; offset?: number; now: number },
): Promise<Order[]> {
  // The newest of all are among the newest of each kind.
  const most = Number.isFinite(limit) ? offset + limit : 1_000_000;
  const trials = await database
    .selectFrom('trials')
    .leftJoin('licences', (join) =>
      join.onRef('licences.machine_id', '=', 'trials.machine_id').on('licences.plan', '=', 'trial'),
    )
    .selectAll('trials')
    .select(['licences.expires', 'licences.revoked'])
    .orderBy('trials.date', 'desc')
    .limit(most)
    .execute();
  const invoices = await database
    .selectFrom('invoices')
    .leftJoin('licences', 'licences.order_id', 'invoices.id')
    .selectAll('invoices')
    .select(['licences.expires', 'licences.revoked'])
    .orderBy('invoices.created', 'desc')
    .limit(most)
    .execute();
  return [...trials.map(describeTrial), ...invoices.map((row) => describeInvoice(row, now))]
    .sort((one, other) => (one.created < other.created ? 1 : one.created > other.created ? -1 : 0))
    .slice(offset, offset + most);
}

/** How many orders there are. */
export async function countOrders(database: Database): Promise<number> {
  let total = 0;
  for (const table of ['trials', 'invoices'] as const) {
    const { count } = await database
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    total += count;
  }
  return total;
}
