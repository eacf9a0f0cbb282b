import { company } from '#shared/company.ts';
import { ratings, vitalNames } from '#shared/contracts/vitals.ts';
import { officeDayBefore } from '#shared/dates.ts';
import { isLanguage } from '#shared/languages.ts';
import { missingPagePath } from '#shared/missing-page.ts';
import { html, type Markup } from '#server/lib/html.ts';
import type { Database } from '../storage/tables.ts';
import type { DeskResponse, SignedInRequest } from './desk-request.ts';
import { printEmpty, printTable } from './frame.ts';

/** The statistics cover this number of days. */
const shownDays = 30;
/** The maximum number of rows in a list of pages or referrers. */
const maxRows = 50;

type Column = 'day' | 'page' | 'language' | 'referrer';

/** The first day that the statistics cover, such as 2026-03-01; the last one is the day of `now`. */
const firstDayAt = (now: number) => officeDayBefore(new Date(now), shownDays - 1);

/** The midnight in the office at which that day begins, in milliseconds since 1970. */
const startAt = (now: number) =>
  Temporal.PlainDate.from(firstDayAt(now)).toZonedDateTime(company.timeZone).epochMilliseconds;

/** Sums counts by one column. The largest sum is first; days are sorted with the newest first. */
function sumBy(database: Database, column: Column, now: number): Promise<{ name: string; count: number }[]> {
  const query = database
    .selectFrom('visits')
    .select(({ fn, ref }) => [ref(column).as('name'), fn.sum<number>('count').as('count')])
    .where('day', '>=', firstDayAt(now))
    .groupBy(column)
    .limit(maxRows);
  return (column === 'day' ? query.orderBy('day', 'desc') : query.orderBy('count', 'desc').orderBy('name')).execute();
}

const headOf = {
  day: 'statistics.day',
  page: 'statistics.page',
  language: 'statistics.language',
  referrer: 'statistics.referrer',
} as const;
const titleOf = {
  day: 'statistics.byDay',
  page: 'statistics.byPage',
  language: 'statistics.byLanguage',
  referrer: 'statistics.byReferrer',
} as const;

function nameOfRow(text: SignedInRequest['text'], column: Column, name: string): string {
  if (column === 'language' && isLanguage(name)) return text(`languages.${name}`);
  return column === 'page' && name === missingPagePath ? text('statistics.missing') : name;
}

const printSection = (title: string, table: Parameters<typeof printTable>[0]) =>
  table.rows.length === 0
    ? html``
    : html`<section class="stack">
        <h2 class="t-3">${title}</h2>
        ${printTable({ ...table, hasRowNames: true })}
      </section>`;

async function printSums({ text, storage, now }: SignedInRequest, column: Column): Promise<Markup> {
  const sums = await storage.read((database) => sumBy(database, column, now));
  const rows = sums
    .filter(({ name }) => name !== '')
    .map(({ name, count }) => [nameOfRow(text, column, name), String(count)]);
  const title = text(titleOf[column]);
  return printSection(title, { label: title, heads: [text(headOf[column]), text('statistics.count')], rows });
}

/** Renders the percentages of each web vital rating, as measured by visitors' browsers. */
async function printVitals({ text, storage, now }: SignedInRequest): Promise<Markup> {
  const sums = await storage.read((database) =>
    database
      .selectFrom('vitals')
      .select(({ fn }) => ['name', 'rating', fn.sum<number>('count').as('count')])
      .where('day', '>=', firstDayAt(now))
      .groupBy(['name', 'rating'])
      .execute(),
  );
  const rows = vitalNames.flatMap((name) => {
    const counts = ratings.map((rating) =>
      Number(sums.find((sum) => sum.name === name && sum.rating === rating)?.count ?? 0),
    );
    const total = counts.reduce((sum, count) => sum + count, 0);
    const percents = counts.map((count) => `${Math.round((100 * count) / total)}%`);
    return total === 0 ? [] : [[text(`statistics.vitals.${name}`), ...percents, String(total)]];
  });
  const heads = ['vital', ...ratings, 'measured'] as const;
  const title = text('statistics.vitals.title');
  return printSection(title, { label: title, heads: heads.map((head) => text(`statistics.vitals.${head}`)), rows });
}

/** Renders the number of e-mails and calls in each state. */
async function printDeliveries({ text, storage, now }: SignedInRequest): Promise<Markup> {
  const sums = await storage.read((database) =>
    database
      .selectFrom('outbox')
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .where('created', '>=', startAt(now))
      .groupBy('state')
      .orderBy('state')
      .execute(),
  );
  const rows = sums.map(({ state, count }) => [text(`mail.states.${state}`), String(count)]);
  const title = text('statistics.deliveries.title');
  const heads = [text('statistics.deliveries.state'), text('statistics.deliveries.count')];
  return printSection(title, { label: title, heads, rows });
}

/** GET /desk/statistics shows page views, page speed and deliveries of the last days. */
export async function showStatistics(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage } = request;
  const counted = await storage.read((database) => database.selectFrom('visits').select('day').limit(1).execute());
  const columns = ['day', 'page', 'language', 'referrer'] as const;
  const tables = await Promise.all(columns.map((column) => printSums(request, column)));
  const body =
    counted.length === 0 ? printEmpty(text('statistics.none')) : html`<div class="desk__columns">${tables}</div>`;
  return {
    kind: 'page',
    section: 'statistics',
    title: text('menu.statistics'),
    body: html`<p class="t-lead">${text('statistics.lead', { days: shownDays })}</p>
      ${body}
      <div class="desk__columns">${[await printVitals(request), await printDeliveries(request)]}</div>`,
  };
}
