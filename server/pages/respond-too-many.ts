import type { Request, Response } from 'express';
import { textFields } from '#server/http/body/fields.ts';
import { parseBody } from '#server/http/body/parse.ts';
import type { PageForm } from './page-form.ts';
import type { Pages } from './pages.ts';
import type { SendText } from './text-response.ts';
import { siteRequestOf } from './site-request.ts';

interface Tools {
  pages: Pick<Pages, 'respond'>;
  sendText: SendText;
}

type FormResponse = Response<unknown, { form?: PageForm }>;

/** Reads the text fields of a refused form, so that the visitor gets them back. */
async function readValues({ readFields, body }: PageForm, req: Request, res: Response) {
  if (readFields) return readFields(req);
  await parseBody(req, res, body);
  return textFields(req.body);
}

/**
 * Responds to a request above its limit: a code to an API call; the page with the values of `res.locals.form` to a
 * form.
 */
export async function respondTooMany({ pages, sendText }: Tools, req: Request, res: FormResponse): Promise<void> {
  const { form } = res.locals;
  res.status(429).set('Cache-Control', 'no-store');
  if (form) {
    // The page may itself be above the limit of guesses, which calls this function again; the form is deleted so that
    // it ends there.
    delete res.locals.form;
    const values = await readValues(form, req, res);
    return pages.respond(req, res, { form: { values, errors: { form: 'tooMany' } }, status: 429 });
  }
  if (siteRequestOf(res).errorFormat === 'json') res.json({ error: 'tooMany', errors: { form: 'tooMany' } });
  else sendText(res, 429, 'tooMany');
}
