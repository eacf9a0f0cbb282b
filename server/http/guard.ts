import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '#shared/languages.ts';
import type { Config } from '#server/config/config.ts';
import { discardBody } from './body/read.ts';
import { createOriginOf } from './desk-host.ts';
import type { ErrorFormat } from './endpoint-table.ts';
import { createRateDeadline } from './rate-deadline.ts';
import {
  expectsContinue,
  findRefusal,
  isSingleRange,
  hostNameOf,
  type Refusal,
  type RefusalMetrics,
} from './request-head.ts';

/** The limit of a request body. */
export interface BodyLimit {
  maxBytes: number;
  /** The sender of an upload may be slow. */
  upload: boolean;
  /** The format of the error for a body beyond the limit. */
  errorFormat: ErrorFormat;
}

/** How long a refused sender may take to read the response before its connection is closed. */
const lingerMs = 1000;
/** The minimum average rate of an upload, in bytes a second. */
const minUploadRate = 4096;
/** How often a body is checked while it comes. */
const checkMs = 50;

interface GuardOptions {
  config: Pick<Config, 'allowedHosts' | 'publicUrl' | 'deskHost' | 'trustProxy'>;
  metrics: RefusalMetrics;
  /** Probes and Prometheus request these paths by IP address and over http, so any host and scheme is accepted. */
  probePaths: readonly string[];
  /** The canonical path of an address, so that a redirect to https is the only redirect. */
  findCanonicalPath: (url: string) => string;
  setCommonHeaders(response: ServerResponse): void;
  /** A line of text, with the tag of its language for Content-Language. */
  printText(language: Language, key: 'tooLarge' | 'badRequest'): { line: string; tag: string };
  /** The timeout of a body that is no upload, in milliseconds. */
  bodyMs?: number;
  /** The maximum pause in an upload, in milliseconds. Its average rate must be above the minimum, too. */
  maxUploadPauseMs?: number;
}

interface Guard {
  /**
   * Refuses a head that neither a browser nor a proxy sends, and redirects from http to https. Returns true if it has
   * responded.
   */
  refuseHead(request: IncomingMessage, response: ServerResponse, language: Language): boolean;
  /** Refuses a target that is no address. */
  refuseTarget(request: IncomingMessage, response: ServerResponse, language: Language): void;
  /**
   * Refuses a body that is too long, and checks any other body while it comes. Returns true if it has responded.
   * If the sender waits for `100 Continue`, it is sent unless the body is refused.
   */
  refuseBody(request: IncomingMessage, response: ServerResponse, limit: BodyLimit, language: Language): boolean;
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether Content-Length is above the limit. */
function declaresTooMuch(request: IncomingMessage, { maxBytes }: BodyLimit): boolean {
  const length = request.headers['content-length'];
  return length !== undefined && Number(length) > maxBytes;
}

/**
 * The scheme of the visitor's request, from the header of the outermost trusted proxy; undefined without the header.
 */
function forwardedScheme(request: IncomingMessage, proxies: number): string | undefined {
  const schemes = String(request.headers['x-forwarded-proto'] ?? '')
    .split(',')
    .map((scheme) => scheme.trim().toLowerCase());
  return schemes[Math.max(0, schemes.length - proxies)] || undefined;
}

/** Sends a code to a call, and a line of text to any other sender. */
function send(
  response: ServerResponse,
  { status, reason }: Refusal,
  words: { error: string } | { line: string; tag: string },
): void {
  const isCode = 'error' in words;
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', `${isCode ? 'application/json' : 'text/plain'}; charset=utf-8`);
  if (!isCode) response.setHeader('Content-Language', words.tag);
  response.end(isCode ? JSON.stringify({ ...words, reason }) : words.line);
}

/** The limits of a body while it comes. */
interface BodyRules {
  /** In bytes, with the framing of chunks. */
  maxWireBytes: number;
  limit: BodyLimit;
  bodyMs: number;
  maxUploadPauseMs: number;
}

/**
 * Checks the length and the rate of a body while it comes, because parsers return only when all of it has come.
 * `onFault` is called at most once, and never after the response has begun.
 */
function watchBody(
  request: IncomingMessage,
  response: ServerResponse,
  { maxWireBytes, limit, bodyMs, maxUploadPauseMs }: BodyRules,
  onFault: (fault: Refusal) => void,
): void {
  const { socket } = request;
  const bytesBefore = socket.bytesRead;
  let bytes = 0;
  const end = performance.now() + bodyMs;
  const isUploadSlow = createRateDeadline({ minRate: minUploadRate, maxPauseMs: maxUploadPauseMs });

  function findFault(): Refusal | null {
    const newBytes = socket.bytesRead - bytesBefore - bytes;
    bytes += newBytes;
    if (bytes > maxWireBytes) return { status: 413, reason: 'body' };
    // While the site does not read the body, the sender cannot send, so this time does not count.
    const isSlow = limit.upload ? isUploadSlow(request.readableFlowing ? newBytes : Infinity) : performance.now() > end;
    return isSlow ? { status: 408, reason: 'slowBody' } : null;
  }

  const timer = setInterval(() => {
    if (response.headersSent) return stop();
    const fault = findFault();
    if (!fault) return;
    stop();
    onFault(fault);
  }, checkMs).unref();
  const stop = () => clearInterval(timer);
  request.once('end', stop);
  // With this listener, a response into which a picture is piped has more than ten, of which Node warns.
  response.setMaxListeners(20).once('close', stop);
}

/** Whether an address is that of a probe, as the table of endpoints matches it: with a final slash and a query too. */
const isProbe = (probePaths: readonly string[], url: string) => probePaths.includes(url.replace(/\/?(?:\?.*)?$/, ''));

type HttpsOptions = Pick<GuardOptions, 'config' | 'probePaths' | 'findCanonicalPath' | 'setCommonHeaders'>;

/** Creates the function that redirects http to https; it returns true if it has responded. */
function createRedirectToHttps(options: HttpsOptions): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { config, probePaths, findCanonicalPath, setCommonHeaders } = options;
  const isSecure = config.publicUrl.startsWith('https:');
  const originOf = createOriginOf(config);
  return (request, response) => {
    const { url = '/' } = request;
    if (!isSecure || config.trustProxy === false || isProbe(probePaths, url)) return false;
    if (forwardedScheme(request, config.trustProxy) !== 'http') return false;
    setCommonHeaders(response);
    response.statusCode = 308;
    response.setHeader('Location', originOf(request) + findCanonicalPath(url));
    response.end();
    discardBody(request, lingerMs);
    return true;
  };
}

/** Creates the checks that a request must pass before anything else handles it. */
export function createGuard(options: GuardOptions): Guard {
  const { config, metrics, probePaths, setCommonHeaders, printText } = options;
  const { bodyMs = 20_000, maxUploadPauseMs = 10_000 } = options;
  const allowedHosts = new Set(config.allowedHosts);
  // Without its own names in ALLOWED_HOSTS, the site would refuse every visitor while its probes say that it is ready.
  if (allowedHosts.size > 0) allowedHosts.add(new URL(config.publicUrl).hostname);
  if (allowedHosts.size > 0 && config.deskHost !== null) allowedHosts.add(config.deskHost);
  const redirectToHttps = createRedirectToHttps(options);
  const isForeignHost = ({ url = '', headers }: IncomingMessage) =>
    allowedHosts.size > 0 && !allowedHosts.has(hostNameOf(headers.host)) && !isProbe(probePaths, url);

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    refusal: Refusal,
    { language, errorFormat = 'text' }: { language: Language; errorFormat?: ErrorFormat },
  ): true {
    metrics.refused(refusal.reason);
    setCommonHeaders(response);
    const key = refusal.status === 413 ? 'tooLarge' : 'badRequest';
    send(response, refusal, errorFormat === 'json' ? { error: key } : printText(language, key));
    discardBody(request, lingerMs);
    return true;
  }

  return {
    refuseHead(request, response, language) {
      const refusal = findRefusal(request);
      if (refusal) return refuse(request, response, refusal, { language });
      if (isForeignHost(request))
        return refuse(request, response, { status: 421, reason: 'foreignHost' }, { language });
      if (redirectToHttps(request, response)) return true;
      // Ranges that no media player sends confuse the file server; a server may ignore Range (RFC 9110, section 14.2).
      const { range } = request.headers;
      if (range && (!isSingleRange(range) || request.headers['if-range'])) delete request.headers.range;
      return false;
    },
    refuseTarget(request, response, language) {
      refuse(request, response, { status: 400, reason: 'target' }, { language });
    },
    refuseBody(request, response, limit, language) {
      const { errorFormat } = limit;
      if (declaresTooMuch(request, limit))
        return refuse(request, response, { status: 413, reason: 'body' }, { language, errorFormat });
      if (expectsContinue(request)) response.writeContinue();
      if (!hasBody(request)) return false;
      // A sender that gets the response before it has sent its body must stop sending.
      response.once('finish', () => {
        if (!request.complete) discardBody(request);
      });
      const maxWireBytes = limit.maxBytes * 1.25 + 16 * 1024;
      const rules = { maxWireBytes, limit, bodyMs, maxUploadPauseMs };
      watchBody(request, response, rules, (fault) => refuse(request, response, fault, { language, errorFormat }));
      return false;
    },
  };
}
