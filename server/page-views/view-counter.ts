import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ViewCount, ViewReport } from '#shared/contracts/page-views.ts';
import { missingPagePath } from '#shared/missing-page.ts';
import type { BackendClient } from '#server/backend/client.ts';
import { hostNameOf } from '#server/http/request-head.ts';
import { siteRequestOf } from '#server/pages/site-request.ts';
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
  vitalCounts: Pick<VitalCounts, 'take' | 'putBack'>;
}

interface ViewCounter {
  /** Counts an ended response if it is a page that a person has received. */
  count(response: ServerResponse): void;
  /** Sends the counted views. */
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

/** Counts page views by page, language and the host of the previous site; no cookie, address or identifier is read. */
export function createViewCounter({ backendClient, publicUrl, vitalCounts }: Options): ViewCounter {
  const ownHost = new URL(publicUrl).hostname;
  let counts = new Map<string, ViewCount>();

  /** The host name of another site; empty when there is none, or when it is not a public host name. */
  function referrerOf({ headers }: IncomingMessage): string {
    const { referer = '', host } = headers;
    if (!URL.canParse(referer)) return '';
    const name = new URL(referer).hostname.toLowerCase();
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

  const send = (report: ViewReport) =>
    backendClient.send('/visits', report, { withToken: true }).then(
      ({ status }) => status < 500,
      () => false,
    );

  async function flush(): Promise<void> {
    const views = [...counts.values()];
    counts = new Map();
    const vitals = vitalCounts.take();
    if (vitals.length > 0 && !(await send({ visits: [], vitals }))) vitalCounts.putBack(vitals);
    for (let start = 0; start < views.length; start += maxSent) {
      const portion = views.slice(start, start + maxSent);
      if (!(await send({ visits: portion, vitals: [] }))) for (const view of portion) add(view);
    }
  }

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
