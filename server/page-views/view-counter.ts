import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ViewCount, ViewReport } from '#shared/contracts/page-views.ts';
import { missingPagePath } from '#shared/missing-page.ts';
import type { BackendClient } from '#server/backend/client.ts';
import { hostNameOf } from '#server/http/request-head.ts';
import type { Log } from '#server/lib/log.ts';
import { siteRequestOf } from '#server/http/request-context.ts';
import type { VitalCounts } from './vital-counts.ts';

/** The time between two reports to the backend, in milliseconds. */
const flushMs = 60_000;

/** Each made-up referrer would add an entry, so above this number views are counted without their referrer. */
const maxEntries = 500;

/** The maximum number of entries that the backend accepts in one call. */
const maxSent = 150;

const botPattern = /bot|crawl|spider|slurp|preview|monitor|probe|curl|wget|python|headless|lighthouse/i;

interface Options {
  backendClient: Pick<BackendClient, 'send'>;
  publicUrl: string;
  vitalCounts: Pick<VitalCounts, 'take'>;
  log: Pick<Log, 'warn'>;
}

/** A report that the backend has not accepted yet, and its Idempotency-Key. */
interface UnsentReport {
  key: string;
  report: ViewReport;
}

interface ViewCounter {
  /** Counts an ended response if it is a page that a person has received. */
  count(response: ServerResponse): void;
  /** Sends what was counted. A report that is not accepted is sent again with the same key by the next call. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Whether a person has opened a document, or tried to open a missing one: not a prefetch, and not a program that
 * identifies itself.
 */
function isView({ method, headers }: IncomingMessage, status: number): boolean {
  if (method !== 'GET' || ![200, 304, 404].includes(status)) return false;
  if (headers['sec-purpose'] || headers['purpose']) return false;
  return !botPattern.test(headers['user-agent'] ?? 'bot');
}

/**
 * Creates the function that sends reports. A report that is not accepted is sent again by the next call, with the same
 * key. New reports are taken when all earlier ones are sent, so that only the reports of one call can wait.
 */
function createFlush(
  { backendClient, log }: Pick<Options, 'backendClient' | 'log'>,
  takeReports: () => UnsentReport[],
): () => Promise<void> {
  let unsent: UnsentReport[] = [];
  let lastFlush = Promise.resolve();

  /** Sends a report; returns whether it must be sent again. A report that the backend can never accept is dropped. */
  async function mustBeSentAgain({ key, report }: UnsentReport): Promise<boolean> {
    try {
      const { status } = await backendClient.send('/visits', report, { withToken: true, idempotencyKey: key });
      if (status < 300) return false;
      log.warn({ status }, 'the backend did not accept page views');
      return status !== 400 && status !== 422;
    } catch (error) {
      log.warn({ reason: String(error) }, 'the backend did not accept page views');
      return true;
    }
  }

  /** Sends reports; returns those that must be sent again. */
  async function sendAll(reports: readonly UnsentReport[]): Promise<UnsentReport[]> {
    const left: UnsentReport[] = [];
    for (const report of reports) if (await mustBeSentAgain(report)) left.push(report);
    return left;
  }

  async function sendReports(): Promise<void> {
    unsent = await sendAll(unsent);
    if (unsent.length === 0) unsent = await sendAll(takeReports());
  }

  return () => {
    lastFlush = lastFlush.then(sendReports);
    return lastFlush;
  };
}

/** Counts page views by page, language and the host of the previous site; no cookie, address or identifier is read. */
export function createViewCounter({ backendClient, publicUrl, vitalCounts, log }: Options): ViewCounter {
  const ownHost = new URL(publicUrl).hostname;
  let counts = new Map<string, ViewCount>();

  /** The host name of another site; empty when there is none, or when it is not a public host name. */
  function referrerOf({ headers }: IncomingMessage): string {
    const { referer = '', host } = headers;
    const name = URL.parse(referer)?.hostname.toLowerCase() ?? '';
    const isOwn = name === ownHost || name === hostNameOf(host);
    return !isOwn && name.length <= 100 && /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(name) ? name : '';
  }

  function add(view: ViewCount): void {
    const key = `${view.page}\n${view.language}\n${view.referrer}`;
    const existing = counts.get(key);
    if (existing) existing.count += view.count;
    else if (counts.size < maxEntries) counts.set(key, { ...view });
    else if (view.referrer) add({ ...view, referrer: '' });
    else counts.set(key, { ...view });
  }

  function takeReports(): UnsentReport[] {
    const views = [...counts.values()];
    counts = new Map();
    const vitals = vitalCounts.take();
    const reports: ViewReport[] = vitals.length > 0 ? [{ visits: [], vitals }] : [];
    for (let start = 0; start < views.length; start += maxSent)
      reports.push({ visits: views.slice(start, start + maxSent), vitals: [] });
    return reports.map((report) => ({ key: randomUUID(), report }));
  }

  const flush = createFlush({ backendClient, log }, takeReports);
  const timer = setInterval(() => void flush(), flushMs).unref();

  return {
    count(response) {
      const { req, statusCode, writableFinished } = response;
      if (!writableFinished || !isView(req, statusCode)) return;
      const { page, choice, endpoint } = siteRequestOf(response);
      if (endpoint || page?.route.hidden) return;
      const path = page && statusCode !== 404 ? page.canonicalPath.slice(0, 250) : missingPagePath;
      add({ page: path, language: choice.language, referrer: referrerOf(req), count: 1 });
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
