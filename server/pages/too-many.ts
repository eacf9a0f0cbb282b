import type { Request, Response } from 'express';
import type { PageForm } from './page-form.ts';
import type { Pages } from './pages.ts';
import type { SendPlain } from './plain-answer.ts';
import { siteRequestOf } from './site-request.ts';

interface Tools {
  pages: Pick<Pages, 'answer'>;
  sendPlain: SendPlain;
}

type FormResponse = Response<unknown, { form?: PageForm }>;

/** Answers a request beyond its limit: a call with a code, a form (in `res.locals`) with its page and what was typed. */
export async function answerLimited({ pages, sendPlain }: Tools, req: Request, res: FormResponse): Promise<void> {
  const { form } = res.locals;
  res.status(429).set('Cache-Control', 'no-store');
  if (form) {
    // Its page may be one read of a made-up article too many: that ends here again, without a form.
    delete res.locals.form;
    const values = await form.readFields(req, res);
    return pages.answer(req, res, { form: { values, errors: { form: 'tooMany' } }, status: 429 });
  }
  if (siteRequestOf(res).endpoint?.rows[0]?.errors === 'json')
    res.json({ error: 'tooMany', errors: { form: 'tooMany' } });
  else sendPlain(res, 429, 'tooMany');
}
