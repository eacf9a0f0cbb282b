import type { Request, Response } from 'express';
import { addressOf } from '#shared/address.ts';
import { asset } from '#shared/asset.ts';
import { parse } from '#shared/contracts/check.ts';
import { SandboxInvoice } from '#shared/contracts/sandbox.ts';
import type { Language } from '#shared/languages.ts';
import type { Locales } from '#shared/locales.ts';
import { formatAmount } from '#shared/money.ts';
import { sandboxPattern } from '#shared/payment-address.ts';
import type { Text } from '#shared/text.ts';
import { UnavailableError } from '#server/backend/backend-error.ts';
import type { BackendClient } from '#server/backend/client.ts';
import { pageStatus, toFailedAnswer } from '#server/backend/failures.ts';
import type { Config } from '#server/config/config.ts';
import { html, type Markup } from '#server/lib/html.ts';
import { fieldOf } from '#server/http/body/fields.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import type { RequestGate } from '#server/http/request-gate.ts';
import type { Log } from '#server/lib/log.ts';
import { printAlert, type ScriptlessPages } from '#server/pages/scriptless-page.ts';
import { siteRequestOf } from '#server/http/request-context.ts';

interface Options {
  config: Pick<Config, 'publicUrl'>;
  backendClient: Pick<BackendClient, 'read' | 'send'>;
  scriptlessPages: ScriptlessPages;
  gate: Pick<RequestGate, 'limitGuesses'>;
  log: Log;
}

/** The checkout as a path of this site: the redirect works for any host name and cannot lead to another site. */
function checkoutPath(redirectUrl: string, publicUrl: string, paid: boolean): string {
  const url = URL.parse(redirectUrl);
  const query = url?.origin === publicUrl ? Object.fromEntries(url.searchParams) : {};
  return addressOf('/checkout', {}, { query: { ...query, status: paid ? 'success' : 'failed' } });
}

function printPanel(art: string, sky: string, title: Markup, rest: Markup): Markup {
  return html`<section class="panel payment" data-sky="${sky}"><div class="panel__art"><img src="${art}" alt="" width="800" height="800"></div><div class="panel__text"><div class="stack panel__title">${title}</div><div class="stack panel__rest">${rest}</div></div></section>`;
}

const heading = (words: string) => html`<h1 class="t-1">${words}</h1>`;

type PaymentText = Text<Locales['payment']>;
type Problem = 'declined' | 'unsaved' | null;

function printInvoice(invoice: SandboxInvoice, language: Language, text: PaymentText, problem: Problem): Markup {
  const facts = [
    [text('sandbox.what'), invoice.destination],
    [text('sandbox.amount'), formatAmount(language, invoice)],
    [text('sandbox.email'), invoice.email],
  ];
  const alert = problem && printAlert(text(`sandbox.${problem}`));
  const action = addressOf(sandboxPattern, { id: invoice.id });
  return printPanel(
    asset('art/product-gitl.svg'),
    'noon',
    html`<p class="badge badge--top">${text('sandbox.badge')}</p>${heading(text('sandbox.title'))}`,
    html`<p class="t-lead">${text('sandbox.warning')}</p>${alert}
<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<form class="cluster" method="post" action="${action}"><button class="button button--sun" name="decision" value="approve">${text('sandbox.approve')}</button><button class="button button--line" name="decision" value="decline">${text('sandbox.decline')}</button></form>
<p class="soft">${text('sandbox.text')}</p>`,
  );
}

type Ending = 'missing' | 'expired' | 'paid';

function printEnding(ending: Ending, text: PaymentText, link: { href: string; label: string }): Markup {
  const paid = ending === 'paid';
  return printPanel(
    paid ? asset('art/paid.svg') : asset('art/unpaid.svg'),
    paid ? 'rain' : 'dusk',
    heading(text(`sandbox.${ending}.title`)),
    html`<p class="t-lead">${text(`sandbox.${ending}.text`)}</p><a class="button" href="${link.href}">${link.label}</a>`,
  );
}

/** The payment page of the embedded backend, which replaces the page of a payment provider. */
export function createSandboxPage({ config, backendClient, scriptlessPages, gate, log }: Options): {
  show: Handler;
  decide: Handler;
} {
  const pathOf = (req: Request) => addressOf(sandboxPattern, { id: String(req.params['id']) });

  async function read(req: Request): Promise<SandboxInvoice | null> {
    try {
      const invoice = await backendClient.read(pathOf(req), { pool: 'order' });
      return invoice === null ? null : parse(invoice, SandboxInvoice);
    } catch (error) {
      throw new UnavailableError('an invoice could not be read from the backend', { cause: error });
    }
  }

  /** `failedStatus` is the status for a decision that could not be stored. */
  function send(res: Response, invoice: SandboxInvoice | null, failedStatus?: number): void {
    const text = scriptlessPages.texts(res, 'payment');
    const { language } = siteRequestOf(res).choice;
    const page = (status: number, title: string, body: Markup) => {
      scriptlessPages.send(res, { status, title: `${title} | ${text('sandbox.badge')}`, body, sheet: 'checkout' });
    };
    const again = { href: '/gitl#pricing', label: text('sandbox.again') };
    if (!invoice) return page(404, text('sandbox.missing.title'), printEnding('missing', text, again));
    if (invoice.status === 'expired')
      return page(410, text('sandbox.expired.title'), printEnding('expired', text, again));
    if (invoice.status === 'success') {
      const next = { href: checkoutPath(invoice.redirectUrl, config.publicUrl, true), label: text('sandbox.next') };
      return page(200, text('sandbox.paid.title'), printEnding('paid', text, next));
    }
    const problem: Problem = failedStatus ? 'unsaved' : invoice.status === 'failure' ? 'declined' : null;
    page(failedStatus ?? 200, text('sandbox.title'), printInvoice(invoice, language, text, problem));
  }

  return {
    async show(req, res) {
      if (await gate.limitGuesses(req, res, { kind: 'order', name: String(req.params['id']) })) return;
      send(res, await read(req));
    },
    async decide(req, res) {
      const path = pathOf(req);
      const decision = fieldOf(req.body, 'decision');
      if (decision !== 'approve' && decision !== 'decline') return res.redirect(303, path);
      const { status } = await backendClient
        .send(path, { decision }, { isGuess: true })
        .catch(toFailedAnswer(log, 'a decision about a payment'));
      const invoice = await read(req);
      if (status >= 500) return send(res, invoice, pageStatus(status));
      // The page shows why the decision was not possible.
      if (status !== 200 || !invoice || invoice.status === 'expired') return res.redirect(303, path);
      res.redirect(303, checkoutPath(invoice.redirectUrl, config.publicUrl, invoice.status === 'success'));
    },
  };
}
