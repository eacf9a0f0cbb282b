import type { IncomingMessage } from 'node:http';

const maxUrlLength = 4096;
const maxParameters = 60;
const maxHeaders = 80;
const maxCookieLength = 8192;

const hostPattern = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** The reasons to refuse a request or a connection, as the metrics label them. */
export const refusalReasons = [
  'targetLength',
  'target',
  'headers',
  'cookies',
  'host',
  'parameters',
  'foreignHost',
  'body',
  'slowBody',
  'timeout',
  'malformed',
  'CONNECT',
  'expectation',
  'pipelined',
  'connections',
] as const;
type RefusalReason = (typeof refusalReasons)[number];

export interface RefusalMetrics {
  /** Counts a refused request, or a connection that was closed because too many are open. */
  refused(reason: RefusalReason): void;
}

/** The status of a refused request, and the reason for the metrics. */
export interface Refusal {
  status: number;
  reason: RefusalReason;
}

/** The host name of a Host header, in lower case and without the port. */
export const hostNameOf = (host = '') => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  }
  return count;
}

function countParameters(url: string): number {
  const start = url.indexOf('?');
  if (start === -1) return 0;
  let count = 1;
  for (let index = url.indexOf('&', start); index !== -1; index = url.indexOf('&', index + 1)) count += 1;
  return count;
}

/**
 * Reduces a target with scheme and host, as clients send it to proxies, to its path; its host replaces the header's
 * (RFC 9112, section 3.2.2).
 */
function normaliseTarget(request: IncomingMessage): void {
  const { url = '' } = request;
  const target = /^https?:\/\//i.test(url) ? URL.parse(url) : null;
  if (!target || target.username || target.password) return;
  request.url = target.pathname + target.search;
  request.headers.host = target.host;
}

/**
 * Removes the white space around the weights of Accept-Encoding and makes them lower case. Both are allowed (RFC 9110,
 * sections 5.6.6 and 12.4.2), but Negotiator and sirv do not parse them.
 */
function normaliseEncodings({ headers }: IncomingMessage): void {
  const accepted = headers['accept-encoding'];
  if (accepted?.includes(';')) headers['accept-encoding'] = accepted.replace(/\s+/g, '').toLowerCase();
}

/** Rewrites the target and Accept-Encoding of a request into one form for all later code. */
export function normaliseHead(request: IncomingMessage): void {
  normaliseTarget(request);
  normaliseEncodings(request);
}

/**
 * Whether the sender waits for `100 Continue` before the body (RFC 9110, section 10.1.1). The expression is that of
 * node:http, which leaves the response to the app for every header that it matches.
 */
export const expectsContinue = ({ headers, httpVersion }: IncomingMessage) =>
  httpVersion === '1.1' && /(?:^|\W)100-continue(?:$|\W)/i.test(headers.expect ?? '');

/** Returns why neither a browser nor a proxy could have sent this head; null for a valid head. */
export function findRefusal(request: IncomingMessage): Refusal | null {
  const {
    url = '',
    headers: { host, cookie, expect },
  } = request;
  if (url.length > maxUrlLength) return { status: 414, reason: 'targetLength' };
  if (!url.startsWith('/')) return { status: 400, reason: 'target' };
  if (request.rawHeaders.length > maxHeaders * 2) return { status: 431, reason: 'headers' };
  if (cookie && cookie.length > maxCookieLength) return { status: 431, reason: 'cookies' };
  const hosts = countHosts(request);
  if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) return { status: 400, reason: 'host' };
  if (host && !hostPattern.test(host)) return { status: 400, reason: 'host' };
  if (countParameters(url) > maxParameters) return { status: 400, reason: 'parameters' };
  if (expect !== undefined && request.httpVersion === '1.1' && !expectsContinue(request))
    return { status: 417, reason: 'expectation' };
  return null;
}

/** Whether a Range header has one range with a start, the form that media players send. */
export function isSingleRange(range: string): boolean {
  const [, start, end] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range) ?? [];
  return start !== undefined && end !== '0' && (!end || Number(start) <= Number(end));
}

/** Whether a request only reads. */
export const isGetOrHead = ({ method }: Pick<IncomingMessage, 'method'>) => method === 'GET' || method === 'HEAD';
