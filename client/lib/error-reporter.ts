import type { BrowserError, BrowserErrorKind } from '#shared/contracts/browser-error.ts';
import { ownPaths } from '#shared/own-paths.ts';
import type { HasLeftSince } from './leaving.ts';

/** The maximum number of reports of one page load: an error in a loop must not flood the server. */
const maxReports = 5;
const maxNameLength = 60;
const maxPlaceLength = 200;

const ownScript = /\/assets\/[\w.-]+\.js(?::\d+:\d+)?/;

/**
 * Browsers have no error class for a module that does not load, and they use different messages. The last pattern is
 * the message of loadStylesheet.
 */
const chunkMessage = /dynamically imported module|importing a module script failed|stylesheet not loaded/i;

/** The message of an error; empty for a thrown value that is not an error. */
const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');

/** Whether an error means that a module or a stylesheet did not load. */
export const isChunkError = (error: unknown): boolean => chunkMessage.test(messageOf(error));

/**
 * The class of an error, or the type of a thrown value that is not an error, reduced to the characters of a class name.
 */
export function errorNameOf(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  return name.replace(/[^\w.$]/g, '').slice(0, maxNameLength) || 'Error';
}

/**
 * Sends one report; the same error is sent once, and at most five errors are sent. A module or a stylesheet that did
 * not load is reported as `chunk`, whatever `kind` is.
 */
export type ReportError = (kind: Exclude<BrowserErrorKind, 'chunk'>, error: unknown) => void;

interface Options {
  origin: string;
  /** The name of the current route. */
  routeName(): string;
  send(report: BrowserError): void;
}

/** The first position in a script of this site that a text contains; undefined when there is none. */
function ownPlace(text: string, origin: string): string | undefined {
  for (const [address] of text.matchAll(/https?:\/\/[^\s()]+/g)) {
    const place = address.startsWith(`${origin}/`) ? ownScript.exec(address)?.[0] : undefined;
    if (place) return place.slice(0, maxPlaceLength);
  }
  return undefined;
}

/**
 * Creates the function that reports the class of an error and its position in the code. Messages are not sent, because
 * they may contain a visitor's input.
 */
export function createReportError({ origin, routeName, send }: Options): ReportError {
  const sent = new Set<string>();

  return (kind, error) => {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const isChunk = isChunkError(error);
    const at = ownPlace(isChunk ? messageOf(error) : stack, origin);
    const body: BrowserError = { kind: isChunk ? 'chunk' : kind, route: routeName(), name: errorNameOf(error) };
    if (at) body.at = at;
    const key = JSON.stringify(body);
    if (sent.size >= maxReports || sent.has(key)) return;
    sent.add(key);
    send(body);
  };
}

/** In milliseconds. A visitor who is still here after this time has not left: the link may have been a download. */
const leavingMs = 30_000;

/**
 * Sends a report to the server. A beacon is sent even when the visitor leaves the page, and its response is ignored. A
 * module that did not load while the visitor was leaving is not reported.
 */
export function sendBrowserError(report: BrowserError, hasLeftSince: HasLeftSince): void {
  if (report.kind === 'chunk' && hasLeftSince(performance.now() - leavingMs)) return;
  navigator.sendBeacon(ownPaths.errorReports, new Blob([JSON.stringify(report)], { type: 'application/json' }));
}

/** Reports uncaught errors that were thrown by a script of this site: browser extensions throw errors too. */
export function watchErrors(report: ReportError, origin: string): void {
  addEventListener('error', ({ error, filename }) => {
    if (filename.startsWith(`${origin}/assets/`)) report('uncaught', error);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    const { message = '', stack = '' } = reason instanceof Error ? reason : {};
    if (ownPlace(`${stack} ${message}`, origin)) report('uncaught', reason);
  });
}

/** The error handlers of a React root: each passes the error to `report`. */
export const rootErrorHandlers = (report: ReportError) => ({
  onUncaughtError: (error: unknown) => report('uncaught', error),
  onCaughtError: (error: unknown) => report('caught', error),
  onRecoverableError: (error: unknown) => report('recoverable', error),
});
