import { addressOf } from '#shared/address.ts';
import { html } from '#server/html.ts';
import { auditActions, commandLine, findAuditEntries } from './audit-log.ts';
import type { DeskAnswer, SignedInRequest } from './desk-request.ts';
import { requestedPage, pageSize, printEmpty, printPager, printTable } from './frame.ts';
import { formatMoment } from './moment.ts';

/** GET /desk/acts shows the audit log, newest entries first. */
export async function showAuditLog(request: SignedInRequest): Promise<DeskAnswer> {
  const { text, storage, query, language } = request;
  const page = requestedPage(query);
  const [acts, { count }] = await storage.read(async (database) => [
    await findAuditEntries(database, { limit: pageSize, offset: (page - 1) * pageSize }),
    await database
      .selectFrom('desk_acts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  const rows = acts.map(({ at, who, act, subject }) => {
    const known = auditActions.find((name) => name === act);
    const name = who === commandLine ? text('acts.command') : who;
    return [formatMoment(language, at), name, known ? text(`acts.names.${known}`) : act, subject];
  });
  const heads = [text('acts.when'), text('acts.who'), text('acts.act'), text('acts.subject')];
  const list =
    rows.length === 0 ? printEmpty(text('acts.none')) : printTable({ label: text('acts.scroll'), heads, rows });
  const address = (number: number) => addressOf('/desk/acts', {}, { query: { page: String(number) } });
  return {
    kind: 'page',
    section: 'acts',
    title: text('menu.acts'),
    body: html`<p class="t-lead">${text('acts.lead')}</p>
      ${list}${printPager(text, page, count, address)}`,
  };
}
