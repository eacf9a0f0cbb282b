import type { IncomingMessage } from 'node:http';

const maxUrlLength = 4096;
const maxParameters = 60;
const maxHeaders = 80;
const maxCookieLength = 8192;

const hostPattern = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Why a request or a connection is refused, as a word for the metrics. */
export const refusalReasons = [
  'address',
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
export type RefusalReason = (typeof refusalReasons)[number];

/** Why a request is not served: the status, and a word for the metrics. */
export interface Refusal {
  status: number;
  reason: RefusalReason;
}

/** The name of a host without port, in lower case. */
export const nameOf = (host = '') => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

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
 * A target with scheme and host, as clients send it to proxies, is read as its path; its host counts instead of the
 * header's (RFC 9112, section 3.2.2).
 */
export function normaliseTarget(request: IncomingMessage): void {
  const { url = '' } = request;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return;
  const { host, pathname, search, username, password } = new URL(url);
  if (username || password) return;
  request.url = pathname + search;
  request.headers.host = host;
}

/**
 * Writes the weights of Accept-Encoding as every reader of it understands them: the white space around them is optional
 * and their case is free (RFC 9110, sections 5.6.6 and 12.4.2), which neither Negotiator nor sirv knows.
 */
export function normaliseEncodings({ headers }: IncomingMessage): void {
  const accepted = headers['accept-encoding'];
  if (accepted?.includes(';')) headers['accept-encoding'] = accepted.replace(/\s+/g, '').toLowerCase();
}

/** Decides by the head of a request alone whether it is one that a browser or a proxy could have sent. */
export function findRefusal(request: IncomingMessage): Refusal | null {
  const {
    url = '',
    headers: { host, cookie },
  } = request;
  if (url.length > maxUrlLength) return { status: 414, reason: 'address' };
  if (!url.startsWith('/')) return { status: 400, reason: 'target' };
  if (request.rawHeaders.length > maxHeaders * 2) return { status: 431, reason: 'headers' };
  if (cookie && cookie.length > maxCookieLength) return { status: 431, reason: 'cookies' };
  const hosts = countHosts(request);
  if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) return { status: 400, reason: 'host' };
  if (host && !hostPattern.test(host)) return { status: 400, reason: 'host' };
  if (countParameters(url) > maxParameters) return { status: 400, reason: 'parameters' };
  return null;
}

/** A single range from a start on, as players of films ask for. */
export function isPlainRange(range: string): boolean {
  const [, start, end] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range) ?? [];
  return start !== undefined && end !== '0' && (!end || Number(start) <= Number(end));
}
