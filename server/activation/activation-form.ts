import { Router, urlencoded, type Request, type Response } from 'express';
import { check } from '#shared/contracts/check.ts';
import { InvoiceRequest, TrialRequest } from '#shared/contracts/activation.ts';
import { isLanguage } from '#shared/languages.ts';
import { sandboxPath } from '#shared/payment-address.ts';
import { findPlan } from '#shared/plans.ts';
import { pageStatus } from '#server/backend/failures.ts';
import { escapeHtml } from '#server/escape.ts';
import type { ActivationAnswer } from './activation-answer.ts';
import type { CreateInvoice } from './create-invoice.ts';
import type { StartTrial } from './start-trial.ts';
import type { Pages } from '#server/pages/pages.ts';
import type { PlainPages } from '#server/pages/plain-page.ts';

interface Tools {
  pages: Pages;
  startTrial: StartTrial;
  createInvoice: CreateInvoice;
  plainPages: PlainPages;
}

const names = ['plan', 'machine_id', 'email', 'language'] as const;
type Values = Record<(typeof names)[number], string>;

function readValues(body: unknown): Values {
  const field = (name: string) => {
    const value = (body as Record<string, unknown> | undefined)?.[name];
    return typeof value === 'string' ? value : '';
  };
  return Object.fromEntries(names.map((name) => [name, field(name)])) as Values;
}

/** Everything that is wrong at once, the plan included: nobody should have to send a form three times. */
function findErrors({ plan, machine_id, email }: Values): Record<string, string> | null {
  const [errors] = check({ machine_id, email }, TrialRequest);
  if (findPlan(plan)) return errors;
  return { plan: 'planRequired', ...errors };
}

/** The activation form of /gitl without JavaScript. */
export function activationForm({ pages, startTrial, createInvoice, plainPages }: Tools): Router {
  const router = Router();

  async function showAgain(
    req: Request,
    res: Response,
    values: Values,
    { status, body }: ActivationAnswer,
  ): Promise<void> {
    const errors = body.errors ?? { form: 'paymentFailed' };
    const message = body.errors ? undefined : body.error;
    await pages.answer(req, res, { form: { values, errors, message }, status: pageStatus(status) });
  }

  /** The policy's form-action 'self' stops a redirect to the bank after a post, so a page of our own leads there. */
  function handOver(req: Request, res: Response, pageUrl: string): void {
    const { text } = plainPages.open(req);
    const body = [
      '<section class="section payment"><div class="shell stack">',
      `<h1 class="t-1">${escapeHtml(text('handover.title'))}</h1><p class="t-lead">${escapeHtml(text('handover.text'))}</p>`,
      `<p><a class="button" href="${escapeHtml(pageUrl)}" rel="noreferrer">${escapeHtml(text('handover.link'))}</a></p>`,
      '</div></section>',
    ].join('');
    plainPages.send(req, res, { status: 200, title: text('handover.title'), body, next: pageUrl });
  }

  router.post('/gitl', urlencoded({ extended: false, limit: '16kb', parameterLimit: 20 }), async (req, res) => {
    const values = readValues(req.body);
    const errors = findErrors(values);
    if (errors) {
      await pages.answer(req, res, { form: { values, errors }, status: 422 });
      return;
    }
    const { plan, machine_id, email } = values;
    if (plan === 'trial') {
      const answer = await startTrial({ machine_id, email });
      if (answer.body.status === 'ok') res.redirect(303, '/gitl?trial=started#activate');
      else await showAgain(req, res, values, answer);
      return;
    }
    // The visitor pays what the page said: in the page's language, not in one that has changed since.
    const language = isLanguage(values.language) ? values.language : plainPages.open(req).language;
    const [, request] = check({ plan, machine_id, email, language }, InvoiceRequest);
    if (!request) throw new Error('a checked form does not fit the invoice contract');
    const answer = await createInvoice(request);
    const { pageUrl } = answer.body;
    if (!pageUrl) await showAgain(req, res, values, answer);
    else if (pageUrl.startsWith(sandboxPath)) res.redirect(303, pageUrl);
    else handOver(req, res, pageUrl);
  });

  return router;
}
