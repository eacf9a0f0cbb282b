import type { OrderState } from '#shared/order-states.ts';
import { findLicenceOfOrder, type LicenceRow } from '../licences/licences.ts';
import { emailOf, type OutboxRow } from '../outbox/outbox.ts';
import { findOrder, type OrderRow } from '../payments/orders.ts';
import { findStates } from '../payments/state-history.ts';
import type { Database } from '../storage/tables.ts';
import { trialEvent } from '../licences/trial-calls.ts';
import { resendEventPrefix } from '../licences/licence-emails.ts';

/** An event in the history of an order or its licence. */
export type HistoryEntry = { at: string } & (
  | { kind: 'issued' | 'revoked' }
  /** A state of the payment; `reported` is the time by the payment provider's clock, or null without a report. */
  | { kind: 'payment'; state: OrderState; reported: string | null; reason: string | null }
  | { kind: 'email'; id: number; subject: string; state: OutboxRow['state'] }
  /** An entry of the audit log. */
  | { kind: 'action'; action: string; who: string }
);

interface Subject {
  /** Null for a trial. */
  order: OrderRow | null;
  licence: LicenceRow | null;
}

/** Returns the event prefixes of e-mails about an order or a licence. */
async function eventsOf(database: Database, { order, licence }: Subject): Promise<string[]> {
  const events = order ? [`order:${order.id}:receipt`, `order:${order.id}:returned`] : [];
  if (!licence) return events;
  events.push(resendEventPrefix(licence.id));
  if (order) return events;
  // Everybody who requested the trial of this computer got an e-mail.
  const machineId = licence.machine_id;
  const trials = await database.selectFrom('trials').select('email').where('machine_id', '=', machineId).execute();
  return [...events, ...trials.map(({ email }) => trialEvent(machineId, email))];
}

async function findEmails(database: Database, subject: Subject): Promise<HistoryEntry[]> {
  const events = await eventsOf(database, subject);
  if (events.length === 0) return [];
  const rows = await database
    .selectFrom('outbox')
    .select(['id', 'created', 'payload', 'state'])
    .where(({ eb, or, and }) =>
      or(events.map((event) => and([eb('event', '>=', event), eb('event', '<', `${event}~`)]))),
    )
    .execute();
  return rows.map(({ id, created, payload, state }) => {
    const { subject: title } = emailOf({ payload });
    return { kind: 'email', at: new Date(created).toISOString(), id, subject: title, state };
  });
}

async function findLoggedActions(database: Database, { order, licence }: Subject): Promise<HistoryEntry[]> {
  const rows = await database
    .selectFrom('desk_acts')
    .select(['at', 'act as action', 'who'])
    .where(({ eb, or, and }) =>
      or([
        and([eb('act', 'in', ['refund-asked', 'transfer-recorded']), eb('subject', '=', order?.id ?? '')]),
        and([
          eb('act', 'in', ['licence-sent', 'licence-moved', 'licence-revoked']),
          eb('subject', '=', String(licence?.id ?? '')),
        ]),
      ]),
    )
    .execute();
  return rows.map((row) => ({ kind: 'action', ...row }));
}

/** Returns all events in chronological order. */
export async function findHistory(database: Database, subject: Subject): Promise<HistoryEntry[]> {
  const { order, licence } = subject;
  const loggedActions = await findLoggedActions(database, subject);
  const states = await findStates(database, order ? [order.id] : []);
  // A transfer is recorded by the staff, so no bank has reported it.
  const isTransfer = order?.provider === 'transfer';
  const payments = states.map(
    ({ at, state, reported, reason }) =>
      ({ kind: 'payment', at, state, reported: isTransfer ? null : reported, reason }) as const,
  );
  const issued: HistoryEntry[] = licence ? [{ kind: 'issued', at: licence.issued }] : [];
  // E-mails follow the payment states in this array, so the stable sort puts an e-mail after the state with the same
  // time.
  const entries: HistoryEntry[] = [...payments, ...issued, ...loggedActions, ...(await findEmails(database, subject))];
  // If staff revoked the licence, the audit log has that event with its author.
  const isLogged = loggedActions.some((entry) => entry.kind === 'action' && entry.action === 'licence-revoked');
  if (licence?.revoked && !isLogged) entries.push({ kind: 'revoked', at: licence.revoked });
  return entries.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

/** Returns the history of an order and its licence; null if there is no such order. */
export async function findOrderHistory(database: Database, id: string): Promise<HistoryEntry[] | null> {
  const order = await findOrder(database, id);
  if (!order) return null;
  return findHistory(database, { order, licence: await findLicenceOfOrder(database, id) });
}
