import { addressOf } from '#shared/address.ts';
import type { Language } from '#shared/languages.ts';
import { maxMachineIdLength } from '#shared/machine-id.ts';
import { html, type Markup, type Printable } from '#server/lib/html.ts';
import { findLicenceOfOrder, type LicenceRow } from '../licences/licences.ts';
import type { OutboxRow } from '../outbox/outbox.ts';
import { findOrder, type OrderRow } from '../payments/orders.ts';
import { parsePurchase } from '../payments/purchase.ts';
import { auditActions, commandLine } from '../storage/audit-log.ts';
import { parseId } from '../lib/parse-id.ts';
import { findDoublePayment } from './double-payment.ts';
import { missingPage, type DeskResponse, type DeskText, type SignedInRequest } from './desk-request.ts';
import { printDestructiveAction, printFacts, printForm, printConfirmedAction } from './frame.ts';
import { findHistory, type HistoryEntry } from './history.ts';
import { printField } from './field.ts';
import { canBeMoved, findLaterLicence, findLicence, isLicenceValid } from './issued-licences.ts';
import { mailPaths } from './mail-paths.ts';
import { formatMoment, printMoment } from './moment.ts';
import { licencePage, licencePaths, orderPage, orderPaths } from './order-paths.ts';
import { stateName } from './orders-pages.ts';
import { canRequestAgain, findRefund } from './refunds.ts';

const printOrderLink = (id: string) => html`<a href="${orderPage(id)}">${id}</a>`;

/** An order with its related records. */
interface OrderDetails {
  order: OrderRow;
  licence: LicenceRow | null;
  /** The last licence that follows `licence` on the same computer. */
  laterLicence: LicenceRow | null;
  refund: OutboxRow | undefined;
  /** The id of another paid order of the same purchase. */
  double: string | null;
  /** The id of the order that this one replaces; it may have been deleted since. */
  previous: string | undefined;
  /** The id of the order that replaces this one. */
  next: string | undefined;
  history: HistoryEntry[];
}

const findOrderDetails = ({ storage, now }: SignedInRequest, id: string): Promise<OrderDetails | null> =>
  storage.read(async (database) => {
    const order = await findOrder(database, id);
    if (!order) return null;
    const licence = await findLicenceOfOrder(database, id);
    const laterLicence = licence && (await findLaterLicence(database, licence, now));
    const previous = order.follows === null ? null : await findOrder(database, order.follows);
    const next = await database.selectFrom('invoices').select('id').where('follows', '=', id).executeTakeFirst();
    const double = await findDoublePayment(database, order);
    const refund = await findRefund(database, id);
    const history = await findHistory(database, { order, licence });
    return { order, licence, laterLicence, double, refund, previous: previous?.id, next: next?.id, history };
  });

function printOrderFacts({ order, previous, next }: OrderDetails, { text, language }: SignedInRequest): Markup {
  const { amount, plan, email, machine } = parsePurchase(order.payload);
  const facts: (false | [label: string, value: Printable])[] = [
    [text('orders.state'), html`<b>${stateName(text, order.status)}</b>`],
    [text('orders.amount'), amount],
    [text('orders.plan'), plan],
    [text('orders.email'), email],
    [text('orders.machine'), machine],
    [text('orders.created'), formatMoment(language, order.created)],
    [text('order.provider'), text(`order.providers.${order.provider}`)],
    order.provider_id !== null && [text('order.providerId'), order.provider_id],
    order.provider !== 'transfer' && [
      text('order.reported'),
      order.reported === null
        ? text('order.reportedNothing')
        : html`${stateName(text, order.status)}, ${formatMoment(language, order.reported)}`,
    ],
    order.reason !== null && [text('order.reason'), order.reason],
    order.ask_at !== null && [text('order.askAt'), formatMoment(language, new Date(order.ask_at).toISOString())],
    previous !== undefined && [text('order.follows'), printOrderLink(previous)],
    next !== undefined && [text('order.next'), printOrderLink(next)],
  ];
  return printFacts(facts.filter((fact) => fact !== false));
}

function printLicence(licence: LicenceRow | null, { text, language, now, keys }: SignedInRequest): Markup {
  if (!licence) return html`<p class="soft">${text('order.noLicence')}</p>`;
  const { id, email, machine_id: machine, issued, expires, revoked } = licence;
  const facts: (false | [label: string, value: Printable])[] = [
    [text('orders.id'), id],
    [text('orders.machine'), machine],
    [text('order.issued'), formatMoment(language, issued)],
    [text('orders.licence'), formatMoment(language, expires)],
    revoked !== null && [text('orders.revoked'), formatMoment(language, revoked)],
  ];
  const form = (path: (typeof licencePaths)['send' | 'move' | 'revoke'], content: Markup) =>
    printForm(addressOf(path, { id: String(id) }), content);
  const send = form(licencePaths.send, html`<button class="button button--sun">${text('order.sendButton')}</button>`);
  const field = { name: 'machine', label: text('order.moveMachine'), value: '', maxLength: maxMachineIdLength };
  const move = form(
    licencePaths.move,
    html`<input type="hidden" name="from" value="${machine}" />${printField({ ...field, isRequired: true })}<button class="button">${text('order.moveButton')}</button>`,
  );
  const revoke = form(licencePaths.revoke, html`<button class="button">${text('order.revokeButton')}</button>`);
  return html`${printFacts(facts.filter((fact) => fact !== false))}
    ${isLicenceValid(licence, now) && printConfirmedAction(text('order.send'), text('order.sendText', { recipient: email }), send)}
    ${keys && canBeMoved(licence, now) && printConfirmedAction(text('order.move'), text('order.moveText'), move)}
    ${revoked === null && printDestructiveAction(text('order.revoke'), text('order.revokeText'), revoke)}`;
}

/** Warns that the text of a later licence stays usable for the term of this order too when it is refunded. */
function printLaterLicence({ order, laterLicence }: OrderDetails, { text, language }: SignedInRequest): Markup {
  if (order.status !== 'success' || !laterLicence) return html``;
  const { id, expires } = laterLicence;
  return html`<p class="desk__note">
      ${text('order.laterLicence', { date: formatMoment(language, expires) })}
      <a href="${licencePage(laterLicence)}">${text('order.licenceTitle', { id })}</a>
    </p>`;
}

const printDoublePayment = ({ double }: OrderDetails, { text }: SignedInRequest): Printable =>
  double !== null && html`<p class="desk__note">${text('order.double')} ${printOrderLink(double)}</p>`;

/** Renders the state of the refund of a paid order, or the form that requests one. */
function printRefund({ order, refund }: OrderDetails, { text, language, now }: SignedInRequest): Markup {
  if (order.status !== 'success') return html``;
  const { amount } = parsePurchase(order.payload);
  const isTransfer = order.provider === 'transfer';
  const label = isTransfer ? text('order.returnButton') : text('order.refundButton', { amount });
  const button = html`<button class="button">${label}</button>`;
  const form = printForm(addressOf(orderPaths.refund, { id: order.id }), button);
  const step = printDestructiveAction(
    text('order.refund'),
    text(isTransfer ? 'order.returnText' : 'order.refundText', { amount }),
    form,
  );
  if (!refund) return step;
  const { attempts, error, created } = refund;
  const date = formatMoment(language, new Date(created).toISOString());
  const state = refund.state === 'sent' || refund.state === 'failed' ? refund.state : 'pending';
  return html`<p ${error && html`class="desk__note"`} role="status">
      ${isTransfer ? text('order.returnState') : text(`order.refundStates.${state}`, { date, attempts })}${error && html` ${error}`}
    </p>
    ${canRequestAgain(refund, now) && step}`;
}

interface Description {
  title: Printable;
  detail?: Printable;
}

function describePayment(entry: HistoryEntry & { kind: 'payment' }, text: DeskText, language: Language): Description {
  const { state, reported, reason } = entry;
  if (reported === null) return { title: state === 'created' ? text('order.ordered') : stateName(text, state) };
  const date = text('order.bankTime', { date: formatMoment(language, reported) });
  return {
    title: html`${text('order.reported')}: ${stateName(text, state)}`,
    detail: html`${date}${reason && html`. ${text('order.reason')}: ${reason}`}`,
  };
}

function describeEntry(entry: HistoryEntry, { text, language }: SignedInRequest): Description {
  if (entry.kind === 'email') {
    const page = addressOf(mailPaths.page, { id: String(entry.id) });
    return {
      title: html`<a href="${page}">${entry.subject}</a>`,
      detail: html`${text('order.email')}: ${text(`mail.states.${entry.state}`)}`,
    };
  }
  if (entry.kind === 'payment') return describePayment(entry, text, language);
  if (entry.kind === 'action') {
    const named = auditActions.find((name) => name === entry.action);
    return {
      title: named ? text(`auditLog.names.${named}`) : entry.action,
      detail: entry.who === commandLine ? text('auditLog.command') : entry.who,
    };
  }
  return { title: text(`order.events.${entry.kind}`) };
}

function printHistory(history: HistoryEntry[], request: SignedInRequest): Markup {
  const entries = history.map((entry) => {
    const { title, detail } = describeEntry(entry, request);
    return html`<li class="desk__entry">
      <header><b>${title}</b>${printMoment(request.language, entry.at)}</header>
      ${detail && html`<p class="t-small soft">${detail}</p>`}
    </li>`;
  });
  return html`<section class="stack">
    <h2 class="t-3">${request.text('order.history')}</h2>
    <ol class="desk__list">${entries}</ol>
  </section>`;
}

const printBack = ({ text }: SignedInRequest) => html`<p><a href="${orderPaths.list}">${text('messages.back')}</a></p>`;

/** GET /desk/orders/:id shows an order, its licence and the history of both. */
export async function showOrder(request: SignedInRequest): Promise<DeskResponse> {
  const { text, params } = request;
  const found = await findOrderDetails(request, params['id'] ?? '');
  if (!found) return missingPage(request, 'orders');
  return {
    kind: 'page',
    section: 'orders',
    title: text('order.title', { id: found.order.id }),
    body: html`${printOrderFacts(found, request)}${printDoublePayment(found, request)}${printLaterLicence(found, request)}${printRefund(found, request)}
      <section class="stack">
        <h2 class="t-3">${text('order.licence')}</h2>
        ${printLicence(found.licence, request)}
      </section>
      ${printHistory(found.history, request)}${printBack(request)}`,
  };
}

/** GET /desk/licences/:id shows the licence of a trial. */
export async function showLicence(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, params } = request;
  const id = parseId(params['id']);
  const licence = id === null ? undefined : await storage.read((database) => findLicence(database, id));
  if (!licence) return missingPage(request, 'orders');
  if (licence.order_id !== null) return { kind: 'redirect', to: licencePage(licence) };
  const history = await storage.read((database) => findHistory(database, { order: null, licence }));
  return {
    kind: 'page',
    section: 'orders',
    title: text('order.licenceTitle', { id: licence.id }),
    body: html`${printFacts([
      [text('orders.kind'), text('orders.trial')],
      [text('orders.email'), licence.email],
    ])}
      <section class="stack">${printLicence(licence, request)}</section>
      ${printHistory(history, request)}${printBack(request)}`,
  };
}
