import { addressOf } from '#shared/address.ts';
import { html, type Markup } from '#server/lib/html.ts';
import { emailOf, findOutboxRow, type OutboxRow } from '../outbox/outbox.ts';
import { isSignInLink } from '../outbox/sign-in-link.ts';
import { parseId } from '../lib/parse-id.ts';
import { conflictPage, missingPage, type DeskResponse, type SignedInRequest } from './desk-request.ts';
import { requestedPage, rangeOf, printEntries, printFacts, printForm, printPager } from './frame.ts';
import { mailPaths } from './mail-paths.ts';
import { canBeSentAgain, sendAgain } from './send-again.ts';
import { formatMoment, printMoment } from './moment.ts';
import { countRows } from '../storage/count-rows.ts';

/** Returns the name of a row that is not an e-mail; null for an e-mail. */
function nameOf({ kind }: OutboxRow, { text }: SignedInRequest): string | null {
  if (kind === 'call') return text('mail.call');
  return kind === 'refund' ? text('order.refundEntry') : null;
}

const subjectOf = (row: OutboxRow, request: SignedInRequest) => nameOf(row, request) ?? emailOf(row).subject;

function printSendAgain(row: OutboxRow, { text, now, emailOptions }: SignedInRequest): Markup | false {
  const action = addressOf(mailPaths.sendAgain, { id: String(row.id) });
  const button = html`<button class="button button--line button--small">${text('mail.again')}</button>`;
  return canBeSentAgain(row, now, emailOptions) && printForm(action, button, 'cluster');
}

function printEntry(row: OutboxRow, request: SignedInRequest): Markup {
  const { text, language } = request;
  const address = addressOf(mailPaths.page, { id: String(row.id) });
  return html`<li class="desk__entry">
    <header>
      <a href="${address}">${subjectOf(row, request)}</a><b class="desk__badge">${text(`mail.states.${row.state}`)}</b>
      ${printMoment(language, new Date(row.created).toISOString())}
    </header>
    ${row.recipient && html`<p class="t-small soft">${row.recipient}</p>`}
    ${row.error && html`<p class="t-small">${row.error}</p>`}${printSendAgain(row, request)}
  </li>`;
}

/** GET /desk/mail lists the e-mails and calls with their states, newest first. */
export async function listMail(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, query } = request;
  const page = requestedPage(query);
  const { limit, offset } = rangeOf(page);
  const { rows, total } = await storage.read(async (database) => ({
    rows: await database.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    total: await countRows(database.selectFrom('outbox')),
  }));
  const list = printEntries(
    rows.map((row) => printEntry(row, request)),
    text('mail.none'),
  );
  const address = (number: number) => addressOf(mailPaths.list, {}, { query: { page: number } });
  return {
    kind: 'page',
    section: 'mail',
    title: text('menu.mail'),
    body: html`${list}${printPager(text, page, total, address)}`,
  };
}

/** GET /desk/mail/:id shows an e-mail. */
export async function showMail(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, params, language } = request;
  const id = parseId(params['id']);
  const row = id === null ? undefined : await storage.read((database) => findOutboxRow(database, id));
  if (!row) return missingPage(request, 'mail');
  const name = nameOf(row, request);
  const facts: [label: string, value: string][] = [
    [text('mail.to'), name ?? row.recipient],
    [text('auditLog.when'), formatMoment(language, new Date(row.created).toISOString())],
    [text('orders.state'), text(`mail.states.${row.state}`)],
    [text('mail.attempts'), String(row.attempts)],
  ];
  const content = name === null ? emailOf(row).text : row.payload;
  return {
    kind: 'page',
    section: 'mail',
    title: subjectOf(row, request),
    body: html`${printFacts(facts)}
      ${isSignInLink(row) ? html`<p>${text('mail.secret')}</p>` : html`<pre class="desk__text">${content}</pre>`}
      ${printSendAgain(row, request)}
      <p><a href="${mailPaths.list}">${text('mail.back')}</a></p>`,
  };
}

/** POST /desk/mail/:id/send-again sends an e-mail again. */
export async function sendMailAgain(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, params, actor, emailOptions } = request;
  const id = parseId(params['id']);
  const obstacle =
    id === null ? 'missing' : await storage.write((database) => sendAgain(database, id, actor, emailOptions));
  if (obstacle === null) return { kind: 'redirect', to: mailPaths.list };
  if (obstacle === 'missing') return missingPage(request, 'mail');
  return conflictPage(request, {
    section: 'mail',
    reason: text(`mail.obstacles.${obstacle}`),
    back: { href: mailPaths.list, text: text('mail.back') },
  });
}
