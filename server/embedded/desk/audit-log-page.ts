import { addressOf } from '#shared/address.ts';
import { html } from '#server/lib/html.ts';
import { auditActions, commandLine, findAuditEntries } from '../storage/audit-log.ts';
import { countRows } from '../storage/count-rows.ts';
import type { DeskResponse, SignedInRequest } from './desk-request.ts';
import { requestedPage, rangeOf, printEmpty, printPager, printTable } from './frame.ts';
import { formatMoment } from './moment.ts';

/** GET /desk/audit-log shows the audit log, newest entries first. */
export async function showAuditLog(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, query, language } = request;
  const page = requestedPage(query);
  const [entries, count] = await storage.read(async (database) => [
    await findAuditEntries(database, rangeOf(page)),
    await countRows(database.selectFrom('desk_acts')),
  ]);
  const rows = entries.map(({ at, who, action, subject }) => {
    const named = auditActions.find((name) => name === action);
    const name = who === commandLine ? text('auditLog.command') : who;
    return [formatMoment(language, at), name, named ? text(`auditLog.names.${named}`) : action, subject];
  });
  const heads = [text('auditLog.when'), text('auditLog.who'), text('auditLog.action'), text('auditLog.subject')];
  const list =
    rows.length === 0 ? printEmpty(text('auditLog.none')) : printTable({ label: text('auditLog.scroll'), heads, rows });
  const address = (number: number) => addressOf('/desk/audit-log', {}, { query: { page: number } });
  return {
    kind: 'page',
    section: 'audit-log',
    title: text('menu.audit-log'),
    body: html`<p class="t-lead">${text('auditLog.lead')}</p>
      ${list}${printPager(text, page, count, address)}`,
  };
}
