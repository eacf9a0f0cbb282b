import type { IncomingMessage, ServerResponse } from 'node:http';
import { drain } from './body/read.ts';
import type { Config } from '../config.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { findEndpoint, isApi } from './endpoints.ts';

const addressLength = 4096;
const parameters = 60;
const headers = 80;
const cookieLength = 8192;
const bodyBytes = 64 * 1024;
/** What a refused sender may still send before its connection is cut: time to read the answer. */
const lingerMs = 1000;

const hostName = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** Asked by address from inside: by probes and by Prometheus. */
const inside = new Set(['/healthz', '/readyz', '/metrics']);

interface Refusal {
  status: number;
  reason: string;
}

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

/** Decides by the head of a request alone whether it is one that a browser or a proxy could have sent. */
function findRefusal(request: IncomingMessage, allowedHosts: ReadonlySet<string>): Refusal | null {
  const {
    url = '',
    headers: { host, cookie },
  } = request;
  if (url.length > addressLength) return { status: 414, reason: 'address' };
  if (!url.startsWith('/')) return { status: 400, reason: 'target' };
  if (request.rawHeaders.length > headers * 2) return { status: 431, reason: 'headers' };
  if (cookie && cookie.length > cookieLength) return { status: 431, reason: 'cookies' };
  const hosts = countHosts(request);
  if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) return { status: 400, reason: 'host' };
  if (host && !hostName.test(host)) return { status: 400, reason: 'host' };
  if (countParameters(url) > parameters) return { status: 400, reason: 'parameters' };
  if (allowedHosts.size > 0 && !allowedHosts.has(nameOf(host)) && !inside.has(url))
    return { status: 421, reason: 'foreignHost' };
  return null;
}

const nameOf = (host = '') => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/** Attachments have a limit of their own, where they are read (server/body/read.ts). */
function takesAttachment({ method, url = '' }: IncomingMessage): boolean {
  if (method !== 'POST') return false;
  return findEndpoint(url.split('?', 1)[0] ?? '')?.takesAttachment ?? false;
}

const mostOf = (request: IncomingMessage) => (takesAttachment(request) ? Infinity : bodyBytes);

/** Whether a request says of itself that it is longer than anything here takes. */
export function isTooLarge(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return length !== undefined && Number(length) > mostOf(request);
}

function answer(request: IncomingMessage, response: ServerResponse, status: number, reason: string): void {
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  if (isApi(request.url ?? '')) {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(JSON.stringify({ error: status === 413 ? 'tooLarge' : 'badRequest', reason }));
    return;
  }
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(status === 413 ? 'Too large\n' : 'Bad request\n');
}

/** A body of unknown length is watched on its way in: parsers answer only when all of it has come. */
function watchLength(request: IncomingMessage, response: ServerResponse, refused: (reason: string) => void): void {
  const { socket } = request;
  const most = socket.bytesRead + mostOf(request) + 64 * 1024;
  const timer = setInterval(() => {
    if (socket.bytesRead <= most || response.headersSent) return;
    clearInterval(timer);
    refused('body');
    answer(request, response, 413, 'body');
    drain(request, lingerMs);
  }, 50);
  const stop = () => clearInterval(timer);
  request.once('end', stop);
  response.once('close', stop);
}

/** A body that has no attachment has to come soon: a few kilobytes take longer only when their sender wants them to. */
function watchTime(
  request: IncomingMessage,
  response: ServerResponse,
  ms: number,
  refused: (reason: string) => void,
): void {
  const timer = setTimeout(() => {
    if (response.headersSent) return;
    refused('slowBody');
    answer(request, response, 408, 'slowBody');
    drain(request, lingerMs);
  }, ms).unref();
  const stop = () => clearTimeout(timer);
  request.once('end', stop);
  response.once('close', stop);
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The scheme that the visitor used, as the outermost trusted proxy says; undefined when nobody says. */
function forwardedScheme(request: IncomingMessage, proxies: number): string | undefined {
  const schemes = String(request.headers['x-forwarded-proto'] ?? '')
    .split(',')
    .map((scheme) => scheme.trim().toLowerCase());
  return schemes[Math.max(0, schemes.length - proxies)] || undefined;
}

/** Answers what no page should ever see, after `setCommonHeaders` has set the headers of every answer; true when it has answered. */
export type Guard = (request: IncomingMessage, response: ServerResponse, setCommonHeaders: () => void) => boolean;

interface Tools {
  config: Config;
  metrics: Metrics;
  /** The one spelling of an address: whoever is sent to https is not sent on from there. */
  findCanonicalPath: (url: string) => string;
  /** How long a body without an attachment may take, in milliseconds. */
  bodyMs?: number;
}

export function createGuard({ config, metrics, findCanonicalPath, bodyMs = 20_000 }: Tools): Guard {
  const allowedHosts = new Set(config.allowedHosts);
  const secureOrigin = config.publicUrl.startsWith('https:') ? config.publicUrl : null;

  function moveToHttps(request: IncomingMessage, response: ServerResponse, setCommonHeaders: () => void): boolean {
    if (!secureOrigin || config.trustProxy === false) return false;
    if (forwardedScheme(request, config.trustProxy) !== 'http' || inside.has(request.url ?? '')) return false;
    setCommonHeaders();
    response.statusCode = 308;
    response.setHeader('Location', secureOrigin + findCanonicalPath(request.url ?? '/'));
    response.end();
    drain(request, lingerMs);
    return true;
  }

  return (request, response, setCommonHeaders) => {
    const refusal =
      findRefusal(request, allowedHosts) ?? (isTooLarge(request) ? { status: 413, reason: 'body' } : null);
    if (refusal) {
      metrics.refused(refusal.reason);
      setCommonHeaders();
      answer(request, response, refusal.status, refusal.reason);
      drain(request, lingerMs);
      return true;
    }
    if (moveToHttps(request, response, setCommonHeaders)) return true;
    if (request.headers['transfer-encoding']) watchLength(request, response, metrics.refused);
    // Whoever is answered before all of the body has come does not go on sending it.
    if (hasBody(request)) {
      response.once('finish', () => {
        if (!request.complete) drain(request);
      });
      if (!takesAttachment(request)) watchTime(request, response, bodyMs, metrics.refused);
    }
    // Ranges that no player asks for confuse the file server; leaving them out is what the standard allows.
    const { range } = request.headers;
    if (range && (!isPlainRange(range) || request.headers['if-range'])) delete request.headers.range;
    return false;
  };
}

function isPlainRange(range: string): boolean {
  const [, start, end] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range) ?? [];
  return start !== undefined && end !== '0' && (!end || Number(start) <= Number(end));
}
