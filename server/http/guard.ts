import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '#server/config/config.ts';
import { createOriginOf } from '#server/desk/desk-host.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { drain } from './body/read.ts';
import { findRefusal, isPlainRange, nameOf, type Refusal } from './request-head.ts';

/** What a body takes at most: bytes, and whether it is an upload, whose sender may be slow. */
export interface BodyLimit {
  maxBytes: number;
  upload: boolean;
}

/** A refused sender has this long to read the answer before its connection is cut. */
const lingerMs = 1000;
/** Paths that are asked for by address from inside: by probes and by Prometheus. */
const internalPaths = new Set(['/healthz', '/readyz', '/metrics']);

export interface GuardOptions {
  config: Pick<Config, 'allowedHosts' | 'publicUrl' | 'deskHost' | 'trustProxy'>;
  metrics: Pick<Metrics, 'refused'>;
  /** The one spelling of an address, so that a visitor who is sent to https is redirected once. */
  findCanonicalPath: (url: string) => string;
  setCommonHeaders(response: ServerResponse): void;
  /** A line of text in the visitor's language, with the tag of that language. */
  printRefusal(request: IncomingMessage, key: 'tooLarge' | 'badRequest'): { line: string; tag: string };
  /** How long a body that is no upload may take, in milliseconds. */
  bodyMs?: number;
  /** The minimum speed of an upload, in bytes a second. */
  minUploadRate?: number;
  /** How long an upload may be silent that is not behind this speed otherwise, in milliseconds. */
  uploadGraceMs?: number;
}

interface Guard {
  /** Refuses by the head alone what neither a browser nor a proxy sends; true when it has answered. */
  refuseHead(request: IncomingMessage, response: ServerResponse): boolean;
  /** Refuses a target that is no address, after everything else about it was in order. */
  refuseTarget(request: IncomingMessage, response: ServerResponse): void;
  /** Refuses a body that is too long, and watches one whose length is unknown; true when it has answered. */
  refuseBody(request: IncomingMessage, response: ServerResponse, limit: BodyLimit, errors: 'json' | 'text'): boolean;
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether a request announces more bytes than its address takes. */
export function announcesTooMuch(request: IncomingMessage, { maxBytes }: BodyLimit): boolean {
  const length = request.headers['content-length'];
  return length !== undefined && Number(length) > maxBytes;
}

/** The scheme that the visitor used, as the outermost trusted proxy says; undefined when no proxy says it. */
function forwardedScheme(request: IncomingMessage, proxies: number): string | undefined {
  const schemes = String(request.headers['x-forwarded-proto'] ?? '')
    .split(',')
    .map((scheme) => scheme.trim().toLowerCase());
  return schemes[Math.max(0, schemes.length - proxies)] || undefined;
}

/** A code for a call, a line of text for everything else. */
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

/** What a body that is still coming must keep to. */
interface BodyRules {
  /** Bytes that may come over the wire, the framing of chunks included. */
  maxWireBytes: number;
  limit: BodyLimit;
  bodyMs: number;
  minUploadRate: number;
  uploadGraceMs: number;
}

/**
 * Parsers answer only when all of a body has come: one of unknown length or speed is watched while it comes.
 * `onFault` is called at most once, and never after the answer has begun.
 */
function watchBody(
  request: IncomingMessage,
  response: ServerResponse,
  { maxWireBytes, limit, bodyMs, minUploadRate, uploadGraceMs }: BodyRules,
  onFault: (fault: Refusal) => void,
): void {
  const { socket } = request;
  const bytesBefore = socket.bytesRead;
  let bytes = 0;
  let deadline = performance.now() + (limit.upload ? uploadGraceMs : bodyMs);

  function findFault(): Refusal | null {
    const now = performance.now();
    const newBytes = socket.bytesRead - bytesBefore - bytes;
    bytes += newBytes;
    if (bytes > maxWireBytes) return { status: 413, reason: 'body' };
    // What an upload sends buys it time, but never more than the grace: a fast start is no right to a long silence.
    if (limit.upload) deadline = Math.min(now + uploadGraceMs, deadline + (newBytes / minUploadRate) * 1000);
    return now > deadline ? { status: 408, reason: 'slowBody' } : null;
  }

  const timer = setInterval(() => {
    if (response.headersSent) return stop();
    const fault = findFault();
    if (!fault) return;
    stop();
    onFault(fault);
  }, 50).unref();
  const stop = () => clearInterval(timer);
  request.once('end', stop);
  response.once('close', stop);
}

function isForeignHost({ url = '', headers }: IncomingMessage, allowed: ReadonlySet<string>): boolean {
  return allowed.size > 0 && !allowed.has(nameOf(headers.host)) && !internalPaths.has(url);
}

export function createGuard(options: GuardOptions): Guard {
  const { config, metrics, findCanonicalPath, setCommonHeaders, printRefusal } = options;
  const { bodyMs = 20_000, minUploadRate = 4096, uploadGraceMs = 10_000 } = options;
  const allowedHosts = new Set(config.allowedHosts);
  if (allowedHosts.size > 0 && config.deskHost !== null) allowedHosts.add(config.deskHost);
  const isSecure = config.publicUrl.startsWith('https:');
  const originOf = createOriginOf(config);

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    refusal: Refusal,
    errors: 'json' | 'text' = 'text',
  ): true {
    metrics.refused(refusal.reason);
    setCommonHeaders(response);
    const key = refusal.status === 413 ? 'tooLarge' : 'badRequest';
    send(response, refusal, errors === 'json' ? { error: key } : printRefusal(request, key));
    drain(request, lingerMs);
    return true;
  }

  function moveToHttps(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '/' } = request;
    if (!isSecure || config.trustProxy === false || internalPaths.has(url)) return false;
    if (forwardedScheme(request, config.trustProxy) !== 'http') return false;
    setCommonHeaders(response);
    response.statusCode = 308;
    response.setHeader('Location', originOf(request) + findCanonicalPath(url));
    response.end();
    drain(request, lingerMs);
    return true;
  }

  return {
    refuseHead(request, response) {
      const refusal = findRefusal(request);
      if (refusal) return refuse(request, response, refusal);
      if (isForeignHost(request, allowedHosts))
        return refuse(request, response, { status: 421, reason: 'foreignHost' });
      if (moveToHttps(request, response)) return true;
      // Ranges that no player asks for confuse the file server; ignoring them is allowed (RFC 9110, section 14.2).
      const { range } = request.headers;
      if (range && (!isPlainRange(range) || request.headers['if-range'])) delete request.headers.range;
      return false;
    },
    refuseTarget(request, response) {
      refuse(request, response, { status: 400, reason: 'target' });
    },
    refuseBody(request, response, limit, errors) {
      if (announcesTooMuch(request, limit)) return refuse(request, response, { status: 413, reason: 'body' }, errors);
      if (!hasBody(request)) return false;
      // A sender that is answered before its body has come must not go on sending.
      response.once('finish', () => {
        if (!request.complete) drain(request);
      });
      const rules = { maxWireBytes: limit.maxBytes * 1.25 + 16 * 1024, limit, bodyMs, minUploadRate, uploadGraceMs };
      watchBody(request, response, rules, (fault) => refuse(request, response, fault, errors));
      return false;
    },
  };
}
