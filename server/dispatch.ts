import type { IncomingMessage } from 'node:http';
import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import type { Config } from './config/config.ts';
import { prefersMarkdown, type MarkdownTwins } from './feeds/markdown-twins.ts';
import { createOriginOf } from './desk/desk-host.ts';
import { hasWantedType, parseBody } from './http/body/parse.ts';
import {
  allowedMethods,
  rowFor,
  type BodyPolicy,
  type Endpoint,
  type Handler,
  type LimitKind,
} from './http/endpoint-table.ts';
import type { BodyLimit } from './http/guard.ts';
import type { RateLimits } from './http/rate-limits.ts';
import { contextOf } from './http/request-context.ts';
import { isSameOrigin } from './http/same-origin.ts';
import type { PageForm } from './pages/page-form.ts';
import type { Pages } from './pages/pages.ts';
import type { PlainKey, SendPlain } from './pages/plain-answer.ts';
import { isRead, siteRequestOf, type SiteRequest } from './pages/site-request.ts';

/** For what takes no body at all: it is read so far to answer politely. */
const defaultBodyBytes = 64 * 1024;

interface Options {
  forms: readonly PageForm[];
  pages: Pages;
  limits: RateLimits;
  config: Pick<Config, 'publicUrl' | 'deskHost'>;
  twins: Pick<MarkdownTwins, 'handler'>;
  sendPlain: SendPlain;
}

export interface Dispatcher {
  /** Answers every request that the page cache has not answered. */
  handler: Handler;
  /** What a request may send. */
  bodyLimit(request: IncomingMessage, siteRequest: Pick<SiteRequest, 'endpoint' | 'match'>): BodyLimit;
  /** Whether the client would rather have a page as Markdown, which the page cache does not hold. */
  wantsMarkdown(request: IncomingMessage): boolean;
}

/** What a post has to pass before its handler runs. */
interface Gate {
  body?: BodyPolicy | undefined;
  limit?: LimitKind | undefined;
  anyOrigin?: boolean | undefined;
  json: boolean;
}

/** Runs Express middleware. True when it passes the request on; false when the answer has ended without that. */
async function run(middleware: RequestHandler, req: Request, res: Response): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const onClose = () => resolve(false);
  res.once('close', onClose);
  try {
    await middleware(req, res, (error?: unknown) => (error ? reject(error) : resolve(true)));
    return await promise;
  } finally {
    res.off('close', onClose);
  }
}

/** Refusals: a code for a call, a line of text in the visitor's language for everything else. */
function createRefusals(sendPlain: SendPlain) {
  function sendError(res: Response, status: number, json: boolean, code: PlainKey): void {
    if (json) res.status(status).set('Cache-Control', 'no-store').json({ error: code });
    else sendPlain(res, status, code);
  }

  function refuseMethod(req: Request, res: Response, allow: string, json: boolean): void {
    res.set('Allow', allow);
    if (req.method === 'OPTIONS') res.status(204).set('Cache-Control', 'no-store').end();
    else sendError(res, 405, json, 'methodNotAllowed');
  }

  return { sendError, refuseMethod };
}

/** Finds the row or the page of a request and lets it answer, behind the checks that the row or the form asks for. */
export function createDispatcher({ forms, pages, limits, config, twins, sendPlain }: Options): Dispatcher {
  const compress = compression({ threshold: 512 });
  const { sendError, refuseMethod } = createRefusals(sendPlain);
  const originOf = createOriginOf(config);
  const formOf = new Map<string, PageForm>(forms.map((form) => [form.page, form]));

  /** True when the handler may run. */
  async function pass(req: Request, res: Response, { body, limit, anyOrigin, json }: Gate): Promise<boolean> {
    if (!anyOrigin && !isSameOrigin(req, originOf(req))) {
      sendError(res, 403, json, 'foreignOrigin');
      return false;
    }
    if (limit && !(await run(limits.of(limit), req, res))) return false;
    if (!body) return true;
    if (!hasWantedType(req, body)) {
      sendError(res, 415, json, 'unsupportedType');
      return false;
    }
    await parseBody(req, res, body);
    return true;
  }

  async function answerEndpoint(req: Request, res: Response, rows: readonly Endpoint[]): Promise<unknown> {
    const row = rowFor(rows, req.method);
    const json = rows[0]?.errors === 'json';
    if (!row || (req.method === 'OPTIONS' && row.method !== 'ANY'))
      return refuseMethod(req, res, allowedMethods(rows), json);
    res.setHeader('Cache-Control', row.cache);
    if (!row.precompressed) await run(compress, req, res);
    if (!isRead(req) && row.method === 'POST' && !(await pass(req, res, { ...row, json }))) return undefined;
    return row.handler(req, res);
  }

  async function answerPage(req: Request, res: Response, { match, address, choice }: SiteRequest): Promise<unknown> {
    await run(compress, req, res);
    if (match && isRead(req) && prefersMarkdown(req) && !match.route.hidden) return twins.handler(req, res);
    // What does not exist takes no method at all.
    if (!match) return pages.answer(req, res);
    const form = formOf.get(match.route.name);
    if (isRead(req)) return pages.answer(req, res, { form: form?.prefill?.(address.searchParams, choice.language) });
    if (!form || req.method !== 'POST') return refuseMethod(req, res, form ? 'GET, HEAD, POST' : 'GET, HEAD', false);
    res.locals['form'] = form;
    if (!(await pass(req, res, { ...form, json: false }))) return undefined;
    return form.submit(req, res);
  }

  return {
    wantsMarkdown: prefersMarkdown,
    bodyLimit({ method }, { endpoint, match }) {
      const row = endpoint
        ? rowFor(endpoint.rows, method ?? '')
        : match && method === 'POST' && formOf.get(match.route.name);
      const body = row ? row.body : undefined;
      return body?.kind === 'upload'
        ? { maxBytes: body.maxBytes, upload: true }
        : { maxBytes: defaultBodyBytes, upload: false };
    },
    handler(req, res) {
      const siteRequest = siteRequestOf(res);
      const { endpoint, match } = siteRequest;
      contextOf(res).route = endpoint?.rows[0]?.name ?? match?.route.name ?? 'not-found';
      req.params = endpoint?.params ?? match?.params ?? {};
      return endpoint ? answerEndpoint(req, res, endpoint.rows) : answerPage(req, res, siteRequest);
    },
  };
}
