import { sql } from 'kysely';
import { parseJson } from '#server/lib/parse-json.ts';
import { cleanEmail } from '#shared/email.ts';
import { unpaidStates } from '#shared/order-states.ts';
import { messageEvents } from '../outbox/notify-of-message.ts';
import { isSignInLink } from '../outbox/sign-in-link.ts';
import { validUntil } from '../payments/orders.ts';
import { deleteOrphanedStates, findStates, type StateEntry } from '../payments/state-history.ts';
import { batchesOf } from '../storage/batches.ts';
import type { Database, Row } from '../storage/tables.ts';
import { logAction, selectAuditEntries, type Actor, type AuditEntry } from '../storage/audit-log.ts';
import { messageColumns, removeMessages, type Message } from '../messages/messages.ts';
import { lowerLatin, likePattern } from '../storage/search.ts';

/** Other letters than Latin ones are rare in e-mail addresses. */
const normalise = (email: string) => lowerLatin(cleanEmail(email));

const isOf = (column: 'email' | 'recipient' | 'who', email: string) =>
  sql<boolean>`lower(${sql.ref(column)}) = ${email}`;

/**
 * Preselects rows whose JSON contains the text. The parsed JSON then shows which of them really have the address as a
 * value.
 */
function payloadContains(email: string) {
  const written = JSON.stringify(email).slice(1, -1);
  return sql<boolean>`lower(payload) LIKE ${likePattern(written)} ESCAPE '\\'`;
}

/** Whether one of the strings in a JSON value is the e-mail address. */
function containsEmail(value: unknown, email: string): boolean {
  if (typeof value === 'string') {
    if (normalise(value) === email) return true;
    // The purchase of an order is JSON inside a JSON string.
    return value.startsWith('{') && containsEmail(parseJson(value), email);
  }
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((inner) => containsEmail(inner, email))
  );
}

/**
 * All data about an e-mail address, without the content of attachments. Comments are missing because they have no
 * address. The authors of the versions of articles are missing because the audit log contains the same: for each
 * version an entry with its author, its time and its article.
 */
interface Person {
  messages: (Message & Pick<Row<'messages'>, 'reopened_at'>)[];
  trials: Row<'trials'>[];
  /** Each order has the states of its payment. */
  invoices: (Row<'invoices'> & { states: StateEntry[] })[];
  licences: Row<'licences'>[];
  outbox: Row<'outbox'>[];
  auditLog: AuditEntry[];
}

async function findOutboxRows(database: Database, email: string, messageIds: number[]): Promise<Row<'outbox'>[]> {
  const all = database.selectFrom('outbox').selectAll();
  const rows = await all
    .where((builder) => builder.or([isOf('recipient', email), payloadContains(email)]))
    .orderBy('id')
    .execute();
  const found = rows.filter(
    ({ recipient, payload }) => normalise(recipient) === email || containsEmail(parseJson(payload), email),
  );
  const rowsById = new Map(found.map((row) => [row.id, row]));
  // Calls to NOTIFY_URL about a message contain only its id.
  for (const ids of batchesOf(messageIds))
    for (const row of await all.where('event', 'in', ids.flatMap(messageEvents)).execute()) rowsById.set(row.id, row);
  return [...rowsById.values()];
}

async function findInvoices(database: Database, email: string): Promise<Person['invoices']> {
  const found = await database
    .selectFrom('invoices')
    .selectAll()
    .where(payloadContains(email))
    .orderBy('created')
    .execute();
  const invoices = found.filter(({ payload }) => containsEmail(parseJson(payload), email));
  const states = Map.groupBy(
    await findStates(
      database,
      invoices.map(({ id }) => id),
    ),
    (entry) => entry.order_id,
  );
  return invoices.map((row) => ({ ...row, states: states.get(row.id) ?? [] }));
}

/** Finds all data about an e-mail address, ignoring case. */
export async function findPerson(database: Database, typed: string): Promise<Person> {
  const email = normalise(typed);
  const messages = await database
    .selectFrom('messages')
    .select([...messageColumns, 'reopened_at'])
    .where(isOf('email', email))
    .orderBy('id')
    .execute();
  const trials = await database.selectFrom('trials').selectAll().where(isOf('email', email)).orderBy('date').execute();
  const invoices = await findInvoices(database, email);
  const licences = await database
    .selectFrom('licences')
    .selectAll()
    .where(isOf('email', email))
    .orderBy('id')
    .execute();
  const auditLog = await selectAuditEntries(database).where(isOf('who', email)).orderBy('id').execute();
  return {
    messages,
    trials,
    invoices,
    licences,
    outbox: await findOutboxRows(
      database,
      email,
      messages.map(({ id }) => id),
    ),
    auditLog,
  };
}

/** Returns the number of rows of each kind. */
export const countPerson = (person: Person): Record<keyof Person, number> => ({
  messages: person.messages.length,
  trials: person.trials.length,
  invoices: person.invoices.length,
  licences: person.licences.length,
  outbox: person.outbox.length,
  auditLog: person.auditLog.length,
});

/** The contents of attachments in base64, by the id of the message. */
type Attachments = ReadonlyMap<number, string>;

/** Reads the attachments of a person's messages, one after the other. */
export async function readAttachments(database: Database, { messages }: Person): Promise<Attachments> {
  const attachments = new Map<number, string>();
  for (const { id, attachment_bytes: bytes } of messages) {
    if (bytes === null) continue;
    const row = await database.selectFrom('messages').select('attachment').where('id', '=', id).executeTakeFirst();
    if (row?.attachment) attachments.set(id, Buffer.from(row.attachment).toString('base64'));
  }
  return attachments;
}

/** Anybody with the link of a sign-in e-mail could sign in as the person, so its content is left out. */
const printOutboxRow = ({ payload, ...row }: Row<'outbox'>) => ({
  ...row,
  payload: isSignInLink(row) ? null : parseJson(payload),
});

/** Formats the data as JSON, with attachments in base64. */
export function printPerson(email: string, person: Person, attachments: Attachments, now: number): string {
  const printed = {
    email: normalise(email),
    exported: new Date(now).toISOString(),
    messages: person.messages.map(({ attachment_bytes: _, ...row }) => ({
      ...row,
      attachment: attachments.get(row.id) ?? null,
    })),
    trials: person.trials,
    invoices: person.invoices.map(({ payload, ...row }) => ({ ...row, payload: parseJson(payload) })),
    licences: person.licences,
    outbox: person.outbox.map(printOutboxRow),
    auditLog: person.auditLog,
  };
  return `${JSON.stringify(printed, null, 2)}\n`;
}

/** Logs an export of personal data; the entry does not contain the address. */
export const logExport = (database: Database, { who, now }: Actor): Promise<void> =>
  logAction(database, { who, action: 'person-exported', now });

/**
 * Orders that were paid are not erased, because tax law requires them. Nor are orders that can still be paid, or may have
 * been paid before they expired and the provider has not been asked since: their payment would find no order.
 */
function isErasable(order: Row<'invoices'>, now: number): boolean {
  const canBePaid = order.status !== 'expired' && (validUntil(order) >= now || order.ask_at !== null);
  return unpaidStates.some((state) => state === order.status) && !canBePaid;
}

/**
 * Deletes an order. If another order has replaced it, a repeated request for the deleted order returns the other,
 * because the buyer may be paying it. Otherwise the repeated request creates a new order.
 */
async function eraseOrder(database: Database, id: string): Promise<void> {
  const orders = database.selectFrom('invoices').select(['id', 'follows']);
  const erased = await orders.where('id', '=', id).executeTakeFirst();
  const next = await orders.where('follows', '=', id).executeTakeFirst();
  await database.deleteFrom('invoices').where('id', '=', id).execute();
  const answerOf = (invoiceId: string) => JSON.stringify({ invoiceId });
  if (!next) {
    await database.deleteFrom('idempotency_keys').where('body', '=', answerOf(id)).execute();
    return;
  }
  const follows = erased?.follows ?? null;
  await database.updateTable('invoices').set({ follows }).where('id', '=', next.id).execute();
  const body = answerOf(next.id);
  await database.updateTable('idempotency_keys').set({ body }).where('body', '=', answerOf(id)).execute();
}

/**
 * Deletes all data of an e-mail address except records that the law requires, orders that can still be paid, the audit
 * log, and the authors of the versions of articles. The new entry of the audit log contains the number of rows, but not
 * the address.
 */
export async function erasePerson(
  database: Database,
  typed: string,
  { who, now }: Actor,
): Promise<{ erased: number; retained: number }> {
  const email = normalise(typed);
  const { messages, trials, invoices, licences, outbox } = await findPerson(database, email);
  await removeMessages(
    database,
    messages.map(({ id }) => id),
  );
  for (const { id } of outbox) await database.deleteFrom('outbox').where('id', '=', id).execute();
  await database.deleteFrom('trials').where(isOf('email', email)).execute();
  const erasable = invoices.filter((order) => isErasable(order, now));
  for (const { id } of erasable) await eraseOrder(database, id);
  await deleteOrphanedStates(database);
  // The licence of a paid order is retained with its order.
  const freeLicences = licences.filter(({ order_id: order }) => order === null);
  for (const { id } of freeLicences) await database.deleteFrom('licences').where('id', '=', id).execute();
  for (const table of ['desk_links', 'desk_sessions'] as const)
    await database.deleteFrom(table).where(isOf('email', email)).execute();
  const erased = messages.length + outbox.length + trials.length + freeLicences.length + erasable.length;
  const retained = invoices.length - erasable.length + licences.length - freeLicences.length;
  await logAction(database, { who, action: 'person-erased', subject: `${erased}/${retained}`, now });
  return { erased, retained };
}
