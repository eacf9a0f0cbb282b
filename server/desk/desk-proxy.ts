import { createHmac, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { deskFileBytes, sessionSeconds, signInPath, type DeskAnswer } from '#shared/contracts/desk.ts';
import type { BackendClient, BackendStream } from '#server/backend/client.ts';
import type { DeskCall } from '#server/backend/desk-call.ts';
import { backendFailure } from '#server/backend/failures.ts';
import type { Config } from '#server/config/config.ts';
import { raw } from '#server/lib/html.ts';
import { readLimited } from '#server/http/body/read-limited.ts';
import { RequestError } from '#server/http/body/request-error.ts';
import type { Spooler } from '#server/http/body/spool.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import { clientKeyOf } from '#server/http/client-key.ts';
import { parseCookie } from '#server/http/parse-cookie.ts';
import { retryAfter } from '#server/http/retry-after.ts';
import { isLeftByClient, sendStream } from '#server/http/send-stream.ts';
import type { Changes } from '#server/news/changes.ts';
import type { Log } from '#server/lib/log.ts';
import type { ScriptlessPages } from '#server/pages/scriptless-page.ts';
import { BusyError } from '#server/pages/render-limits.ts';
import { siteRequestOf } from '#server/http/request-context.ts';
import { deskOriginOf } from '#server/config/desk-origin.ts';
import { parseUnchecked } from '#server/lib/parse-json.ts';
import { printNoAnswer, printUnsaved, type PostedForm } from './desk-failure-pages.ts';
import { createDeskPreview, type PreviewTools } from './desk-preview.ts';
import { readTextFields, withUpload } from './desk-upload.ts';

interface Options extends PreviewTools {
  config: Pick<Config, 'publicUrl' | 'deskHost' | 'backendToken'>;
  backendClient: Pick<BackendClient, 'origin' | 'sendDeskCall'>;
  spool: Spooler;
  scriptlessPages: ScriptlessPages;
  changes: Pick<Changes, 'publish'>;
  log: Log;
}

/** More than any page of the desk needs: a page of a list has 50 entries. */
const maxPageBytes = 5 * 1024 * 1024;

/**
 * Headers of every response. The link in the sign-in e-mail must not be in the `Referer` of requests to other sites.
 */
const headers = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'same-origin' };

/** A file from a visitor must not run scripts, wherever it is opened. */
const fileHeaders = { ...headers, 'Content-Security-Policy': "default-src 'none'; sandbox" };
const forwardedHeaders = ['content-type', 'content-disposition', 'content-length'];

/** The name of the cookie. With its prefix, browsers refuse it from other hosts and without TLS. */
const cookieName = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-desk' : 'desk');

function printCookie(publicUrl: string, session: string | null): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const age = session === null ? 0 : sessionSeconds;
  return `${cookieName(publicUrl)}=${session ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}

async function readBytes({ body }: BackendStream): Promise<Buffer> {
  const bytes = await readLimited(body, maxPageBytes);
  if (bytes === null) throw new Error('the answer of the desk is too long');
  return bytes;
}

/** Creates the function that makes the headers of a call to the backend. */
function createHeaders(config: Options['config']): (req: Request, res: Response) => Record<string, string> {
  const { publicUrl, deskHost, backendToken } = config;
  /** All copies of the site use the same secret, so that the backend counts the attempts of one client over all copies. */
  const hmacSecret = backendToken ?? randomBytes(32);
  const pseudonymOf = (address: string) => createHmac('sha256', hmacSecret).update(address).digest('base64url');

  return (req, res) => {
    const session = parseCookie(req, cookieName(publicUrl));
    return {
      'x-desk-language': siteRequestOf(res).choice.language,
      'x-desk-origin': deskOriginOf(config),
      ...(deskHost !== null && { 'x-site-origin': publicUrl }),
      'x-desk-client': pseudonymOf(clientKeyOf(req)),
      ...(session && /^[\w-]{1,100}$/.test(session) && { 'x-desk-session': session }),
    };
  };
}

/** Creates the functions that send the answers of the backend, or a page in place of an answer, to the browser. */
function createResponses(options: Omit<Options, 'spool'>) {
  const { config, scriptlessPages, changes } = options;
  const { publicUrl } = config;
  const sendPreview = createDeskPreview(options, headers);

  async function sendFile(res: Response, file: BackendStream): Promise<void> {
    try {
      res.status(file.status).set(fileHeaders);
      for (const name of forwardedHeaders) {
        const value = file.headers[name];
        if (typeof value === 'string') res.set(name, value);
      }
      await sendStream(res, file.body, deskFileBytes);
    } finally {
      // A body that is not read to its end would occupy a connection to the backend until the site is restarted.
      file.body.destroy();
    }
  }

  function sendRedirect(res: Response, to: string, { session, changed }: DeskAnswer): void {
    if (session !== undefined) res.append('Set-Cookie', printCookie(publicUrl, session));
    if (changed && changed.length > 0) changes.publish(changed === 'all' ? 'all' : { slugs: changed });
    // Redirects lead only to the desk itself, whatever the backend has answered.
    res.set(headers).redirect(303, /^\/desk(?=[/?#]|$)/.test(to) ? to : '/desk');
  }

  /** Sends a page in place of an answer that is missing or is a failure, with the fields of the form that was posted. */
  function sendFailure(res: Response, status: number, form?: PostedForm, seconds: string = retryAfter.storage): void {
    const isNotStored = status === 503 || status === 507;
    if (isNotStored) res.set('Retry-After', seconds);
    const text = scriptlessPages.texts(res, 'desk');
    const title = text(form && isNotStored ? 'unsaved.title' : 'noAnswer');
    const reason = isNotStored ? 'notStored' : 'unknown';
    const body = form ? printUnsaved(text, form, { title, reason }) : printNoAnswer(text);
    scriptlessPages.send(res, { status, title, body, sheet: 'desk', headers });
  }

  /** Sends back what was typed, to somebody whose session has ended meanwhile, or whose form cannot be read whole. */
  function sendFormBack(res: Response, status: 403 | 413, form: PostedForm): void {
    const text = scriptlessPages.texts(res, 'desk');
    const title = text('unsaved.title');
    const body = printUnsaved(text, form, { title, reason: status === 403 ? 'signedOut' : 'tooLarge' });
    scriptlessPages.send(res, { status, title, body, sheet: 'desk', headers });
  }

  /** Whether the answer to `GET /desk` is for a session that is valid. */
  async function readIsSignedIn(answer: BackendStream): Promise<boolean> {
    const bytes = await readBytes(answer);
    return parseUnchecked<DeskAnswer>(bytes.toString('utf8')).to !== signInPath;
  }

  async function sendDeskAnswer(res: Response, answer: BackendStream, form?: PostedForm): Promise<void> {
    if (answer.headers['content-disposition'] !== undefined) return sendFile(res, answer);
    const bytes = await readBytes(answer);
    if (answer.status === 503 || answer.status === 507)
      return sendFailure(res, answer.status, form, String(answer.headers['retry-after'] ?? retryAfter.storage));
    const { title = '', body = '', ...rest } = parseUnchecked<DeskAnswer>(bytes.toString('utf8'));
    if (rest.preview !== undefined) return sendPreview(res, rest.preview, { title, note: body });
    if (answer.status === 401 || (title === '' && rest.to === undefined))
      throw new Error(`the backend has answered ${answer.status} and no page of the desk`);
    if (rest.to !== undefined) return sendRedirect(res, rest.to, rest);
    scriptlessPages.send(res, { status: answer.status, title, body: raw(body), sheet: 'desk', headers });
  }

  return { sendDeskAnswer, sendFailure, sendFormBack, readIsSignedIn };
}

/**
 * Sends requests under /desk to the backend, and puts its answers into the frame of a page. The backend decides who has
 * signed in; the site sets the cookie, the headers and the caching.
 */
export function createDeskProxy(options: Options): Handler {
  const { config, backendClient, spool, log } = options;
  const headersOf = createHeaders(config);
  const { sendDeskAnswer, sendFailure, sendFormBack, readIsSignedIn } = createResponses(options);

  /** Sends a call to the backend, and its answer to the browser. */
  async function forward(res: Response, call: DeskCall, form?: PostedForm): Promise<void> {
    try {
      await sendDeskAnswer(res, await backendClient.sendDeskCall(call), form);
    } catch (error) {
      if (error instanceof BusyError) throw error;
      if (res.headersSent || res.destroyed) {
        // A download that a member of staff cancels is not logged.
        if (!isLeftByClient(error)) log.warn({ reason: String(error) }, 'a file of the desk was not sent to its end');
        res.destroy();
        return;
      }
      log.warn({ reason: String(error) }, 'the desk could not be reached');
      sendFailure(res, backendFailure(error).status, form);
    }
  }

  /**
   * Asks the backend, because anybody can make up a cookie. While it does not answer, the form is read and returned to
   * its sender.
   */
  async function mayBeSignedIn(passed: Record<string, string>): Promise<boolean> {
    if (!passed['x-desk-session']) return false;
    return backendClient
      .sendDeskCall({ method: 'GET', path: '/desk', headers: passed })
      .then(readIsSignedIn)
      .catch(() => true);
  }

  return async (req, res) => {
    const { pathname, search } = siteRequestOf(res).address;
    const passed = headersOf(req, res);
    const call = { path: pathname.replace(/\/{2,}/g, '/') + search, headers: passed };
    if (req.method !== 'POST') return forward(res, { ...call, method: 'GET' });
    const isMultipart = Boolean(req.is('multipart/form-data'));
    const post = (fields: PostedForm['fields'], body: DeskCall['body'] = fields) =>
      forward(res, { ...call, method: 'POST', body }, { fields, isMultipart });
    // Express gives the body the type `any`; the parsers of the desk make objects.
    if (!isMultipart) return post((req.body ?? {}) as Record<string, unknown>);
    // Without a session the file is not read, because the backend would not store it.
    if (!(await mayBeSignedIn(passed))) {
      const fields = await readTextFields(req, spool);
      if (Object.keys(fields).length > 0) return sendFormBack(res, 403, { fields, isMultipart });
      return forward(res, { ...call, method: 'POST', body: {} });
    }
    try {
      await withUpload(req, spool, post);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const form = { fields: error.fields, isMultipart };
      if (error.status === 413) return sendFormBack(res, 413, form);
      sendFailure(res, error.status, error.status === 503 ? form : undefined);
    }
  };
}

/** Redirects the top of DESK_HOST to the desk. */
export const redirectToDesk: Handler = (_req, res) => res.redirect(303, '/desk');
