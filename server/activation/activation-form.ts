import type { Request, Response } from 'express';
import { addressOf } from '#shared/address.ts';
import { confirmations } from '#shared/confirmations.ts';
import { InvoiceRequest, TrialRequest } from '#shared/contracts/activation.ts';
import { check } from '#shared/contracts/check.ts';
import { isLanguage } from '#shared/languages.ts';
import { sandboxPath } from '#shared/payment-address.ts';
import { findPlan } from '#shared/plans.ts';
import { setRetryAfter } from '#server/backend/answers.ts';
import { pageStatus } from '#server/backend/failures.ts';
import { parseSubmission, retryValues, type Submission } from '#server/forms/idempotency.ts';
import { html } from '#server/lib/html.ts';
import { fieldOf } from '#server/http/body/fields.ts';
import type { PageForm } from '#server/forms/page-form.ts';
import type { Pages } from '#server/pages/pages.ts';
import type { ScriptlessPages } from '#server/pages/scriptless-page.ts';
import { siteRequestOf } from '#server/http/request-context.ts';
import type { ActivationOutcome } from './activation-outcome.ts';
import type { CreateInvoice } from './create-invoice.ts';
import type { StartTrial } from './start-trial.ts';

interface Options {
  pages: Pick<Pages, 'respond'>;
  startTrial: StartTrial;
  createInvoice: CreateInvoice;
  scriptlessPages: ScriptlessPages;
}

const readValues = (body: unknown) => ({
  plan: fieldOf(body, 'plan'),
  machine_id: fieldOf(body, 'machine_id'),
  email: fieldOf(body, 'email'),
  language: fieldOf(body, 'language'),
});
type Values = ReturnType<typeof readValues>;

/** Finds all errors at once, that of the plan included, so that the visitor can correct them in one step. */
function findErrors({ plan, machine_id, email }: Values): Record<string, string> | null {
  const [errors] = check({ machine_id, email }, TrialRequest);
  if (findPlan(plan)?.available) return errors;
  return { plan: 'planRequired', ...errors };
}

/**
 * The language of the page that was shown, because it decides the currency; the visitor may have changed the language
 * since.
 */
const languageOf = ({ language }: Values, res: Response) =>
  isLanguage(language) ? language : siteRequestOf(res).choice.language;

/** The page that confirms a trial. */
const startedAddress = addressOf('/gitl', {}, { query: confirmations.trial, hash: 'activate' });

/** The activation form of /gitl without JavaScript. */
export function createActivationForm({ pages, startTrial, createInvoice, scriptlessPages }: Options): PageForm {
  function sendErrors(
    req: Request,
    res: Response,
    values: Record<string, string>,
    outcome: ActivationOutcome,
  ): Promise<void> {
    const { status, body } = outcome;
    setRetryAfter(res, outcome);
    const errors = body.errors ?? { form: 'paymentFailed' };
    const message = body.errors ? undefined : body.error;
    return pages.respond(req, res, {
      form: { values: { ...values, ...retryValues(outcome) }, errors, message },
      status: pageStatus(status),
    });
  }

  /**
   * The policy's form-action 'self' forbids a redirect to the bank after a post, so a page of this site links to the
   * bank.
   */
  function sendPaymentLink(res: Response, pageUrl: string): void {
    const text = scriptlessPages.texts(res, 'payment');
    const content = html`<section class="section payment"><div class="shell stack">
<h1 class="t-1">${text('handover.title')}</h1><p class="t-lead">${text('handover.text')}</p>
<p><a class="button" href="${pageUrl}" rel="noreferrer">${text('handover.link')}</a></p>
</div></section>`;
    const title = text('handover.title');
    scriptlessPages.send(res, { status: 200, title, body: content, next: pageUrl, sheet: 'checkout' });
  }

  async function buy(req: Request, res: Response, values: Values, submission: Submission): Promise<void> {
    const { plan, machine_id, email } = values;
    const language = languageOf(values, res);
    const [, request] = check({ plan, machine_id, email, language }, InvoiceRequest);
    if (!request) throw new Error('a checked form does not fit the invoice contract');
    const outcome = await createInvoice(request, submission);
    const { pageUrl } = outcome.body;
    if (!pageUrl) await sendErrors(req, res, values, outcome);
    else if (pageUrl.startsWith(sandboxPath)) res.redirect(303, pageUrl);
    else sendPaymentLink(res, pageUrl);
  }

  return {
    page: 'gitl',
    rateLimit: 'activation',
    body: { kind: 'form', maxBytes: 16 * 1024 },
    async submit(req, res) {
      const values = readValues(req.body);
      const submission = parseSubmission(req, req.body);
      const errors = findErrors(values);
      if (errors)
        return pages.respond(req, res, {
          form: { values: { ...values, ...retryValues(submission) }, errors },
          status: 422,
        });
      if (values.plan !== 'trial') return buy(req, res, values, submission);
      const { machine_id, email } = values;
      const outcome = await startTrial({ machine_id, email }, languageOf(values, res), submission);
      if (outcome.body.status === 'ok') return res.redirect(303, startedAddress);
      return sendErrors(req, res, values, outcome);
    },
  };
}
