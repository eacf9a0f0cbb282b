import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { textFields } from '#server/http/body/fields.ts';
import { parseBody } from '#server/http/body/parse.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import { siteRequestOf } from '#server/http/request-context.ts';
import type { RequestGate } from '#server/http/request-gate.ts';
import { findForm, type PageForm } from '#server/forms/page-form.ts';
import type { Pages } from './pages.ts';
import { isGetOrHead } from '#server/http/request-head.ts';

interface Options {
  gate: RequestGate;
  forms: readonly PageForm[];
  pages: Pick<Pages, 'respond'>;
  /** Pages as Markdown, for clients that prefer it. */
  markdown: { handler: Handler; isPreferred(request: IncomingMessage): boolean };
}

/** Reads the text fields of a form that is not accepted, so that the visitor gets them back. */
async function readValues({ readFields, body }: PageForm, req: Request, res: Response) {
  if (readFields) return readFields(req);
  await parseBody(req, res, body);
  return textFields(req.body);
}

/** The middleware for pages and for addresses that do not exist: Markdown, the form of a page, or the page as HTML. */
export function createPageMiddleware({ gate, forms, pages, markdown }: Options): RequestHandler {
  return async (req, res) => {
    const { page, address, choice } = siteRequestOf(res);
    req.params = page?.params ?? {};
    await gate.compress(req, res);
    const asMarkdown = isGetOrHead(req) && !page?.route.hidden && markdown.isPreferred(req);
    // An address that does not exist is 404 for every method.
    if (!page) return asMarkdown ? markdown.handler(req, res) : pages.respond(req, res);
    const form = findForm(forms, page.route.name);
    if (isGetOrHead(req)) {
      if (asMarkdown) await markdown.handler(req, res);
      else await pages.respond(req, res, { form: form?.prefill?.(address.searchParams, choice.language) });
      return;
    }
    if (!form || req.method !== 'POST') return gate.refuseMethod(req, res, form ? 'GET, HEAD, POST' : 'GET, HEAD');
    const respondTooMany = async () => {
      const values = await readValues(form, req, res);
      await pages.respond(req, res, { form: { values, errors: { form: 'tooMany' } }, status: 429 });
    };
    if (await gate.acceptPost(req, res, { ...form, respondTooMany })) await form.submit(req, res);
  };
}
