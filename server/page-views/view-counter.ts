import type { IncomingMessage, ServerResponse } from 'node:http';
import type { VisitCount, VisitReport } from '#shared/contracts/visits.ts';
import { missingPagePath } from '#shared/missing-page.ts';
import type { BackendClient } from '#server/backend/client.ts';
import { hostNameOf } from '#server/http/request-head.ts';
import { siteRequestOf } from '#server/pages/site-request.ts';
import type { VitalCounts } from './vital-counts.ts';

/** The time between two reports to the backend, in milliseconds. */
const flushMs = 60_000;

/** Each made-up referrer would add an entry, so above this number visits are counted without their referrer. */
const maxEntries = 500;

/** The maximum number of entries that the backend accepts in one call. */
const maxSent = 150;

const botPattern = /bot|crawl|spider|slurp|preview|monitor|probe|curl|wget|python|headless|lighthouse/i;

interface Options {
  backendClient: Pick<BackendClient, 'send'>;
  publicUrl: string;
  vitalCounts: Pick<VitalCounts, 'take' | 'putBack'>;
}

interface VisitCounter {
  /** Counts an ended response if it is a page that a person has received. */
  count(response: ServerResponse): void;
  /** Sends the counted visits. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Whether a person has opened a document, or tried to open a missing one: not a prefetch, and not a program that
 * identifies itself.
 */
function isVisit({ method, headers }: IncomingMessage, status: number): boolean {
  if (method !== 'GET' || ![200, 304, 404].includes(status)) return false;
  if (headers['sec-purpose'] || headers['purpose']) return false;
  return !botPattern.test(headers['user-agent'] ?? 'bot');
}

/** Counts visits by page, language and the host of the previous site; no cookie, address or identifier is read. */
export function createVisitCounter({ backendClient, publicUrl, vitalCounts }: Options): VisitCounter {
  const ownHost = new URL(publicUrl).hostname;
  let counts = new Map<string, VisitCount>();

  /** The host name of another site; empty when there is none, or when it is not a public host name. */
  function referrerOf({ headers }: IncomingMessage): string {
    const { referer = '', host } = headers;
    if (!URL.canParse(referer)) return '';
    const name = new URL(referer).hostname.toLowerCase();
    const isOwn = name === ownHost || name === hostNameOf(host);
    return !isOwn && name.length <= 100 && /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(name) ? name : '';
  }

  function add(visit: VisitCount): void {
    const key = `${visit.page}\n${visit.language}\n${visit.referrer}`;
    const existing = counts.get(key);
    if (existing) existing.count += visit.count;
    else if (counts.size < maxEntries) counts.set(key, { ...visit });
    else if (visit.referrer) add({ ...visit, referrer: '' });
    else counts.set(key, { ...visit });
  }

  const send = (report: VisitReport) =>
    backendClient.send('/visits', report, { withToken: true }).then(
      ({ status }) => status < 500,
      () => false,
    );

  async function flush(): Promise<void> {
    const visits = [...counts.values()];
    counts = new Map();
    const vitals = vitalCounts.take();
    if (vitals.length > 0 && !(await send({ visits: [], vitals }))) vitalCounts.putBack(vitals);
    for (let start = 0; start < visits.length; start += maxSent) {
      const portion = visits.slice(start, start + maxSent);
      if (!(await send({ visits: portion, vitals: [] }))) for (const visit of portion) add(visit);
    }
  }

  const timer = setInterval(() => void flush(), flushMs).unref();

  return {
    count(response) {
      const { req, statusCode, writableFinished } = response;
      if (!writableFinished || !isVisit(req, statusCode)) return;
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
