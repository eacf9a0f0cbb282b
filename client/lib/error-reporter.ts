import type { BrowserError, BrowserErrorKind } from '#shared/contracts/browser-error.ts';

/** More errors of one page load say nothing new, and a broken loop must not flood the server. */
const maxReports = 5;
const maxNameLength = 60;
const maxPlaceLength = 200;

const ownScript = /\/assets\/[\w.-]+\.js(?::\d+:\d+)?/;

/** Browsers have different messages, and no error class of its own, for a module that does not load. */
const chunkMessage = /dynamically imported module|importing a module script failed/i;

export interface ErrorReporter {
  /** Sends one report; the same error a second time, and any after the fifth, are not sent. */
  report(kind: Exclude<BrowserErrorKind, 'chunk'>, error: unknown): void;
}

interface Options {
  origin: string;
  /** The name of the route that is shown now. */
  routeName(): string;
  send(report: BrowserError): void;
}

/** Class name of what was thrown, in the characters of a class name. */
function nameOf(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  return name.replace(/[^\w.$]/g, '').slice(0, maxNameLength) || 'Error';
}

/** The first place in a script of this site that a text names; undefined where it names none. */
function ownPlace(text: string, origin: string): string | undefined {
  for (const [address] of text.matchAll(/https?:\/\/[^\s()]+/g)) {
    const place = address.startsWith(`${origin}/`) ? ownScript.exec(address)?.[0] : undefined;
    if (place) return place.slice(0, maxPlaceLength);
  }
  return undefined;
}

/** Says which class of error happened where; messages stay in the browser, since they may quote a visitor. */
export function createErrorReporter({ origin, routeName, send }: Options): ErrorReporter {
  const sent = new Set<string>();

  function report(kind: BrowserErrorKind, error: unknown): void {
    const { message = '', stack = '' } = error instanceof Error ? error : {};
    const isChunk = chunkMessage.test(message);
    const at = ownPlace(isChunk ? message : stack, origin);
    const body: BrowserError = { kind: isChunk ? 'chunk' : kind, route: routeName(), name: nameOf(error) };
    if (at) body.at = at;
    const key = JSON.stringify(body);
    if (sent.size >= maxReports || sent.has(key)) return;
    sent.add(key);
    send(body);
  }

  return { report };
}

/** Survives the end of the page, and needs no answer. */
export function sendBrowserError(report: BrowserError): void {
  navigator.sendBeacon('/reports/errors', new Blob([JSON.stringify(report)], { type: 'application/json' }));
}

/** Reports what nobody catches, as far as a script of this site threw it: extensions throw errors too. */
export function watchErrors({ report }: ErrorReporter, origin: string): void {
  addEventListener('error', ({ error, filename }) => {
    if (filename.startsWith(`${origin}/assets/`)) report('uncaught', error);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    const { message = '', stack = '' } = reason instanceof Error ? reason : {};
    if (ownPlace(`${stack} ${message}`, origin)) report('uncaught', reason);
  });
}
