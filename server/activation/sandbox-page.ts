import { Router, urlencoded, type Request, type Response } from 'express';
import { asset } from '#shared/asset.ts';
import { parse } from '#shared/contracts/check.ts';
import { SandboxInvoice } from '#shared/contracts/sandbox.ts';
import { languages, type Language } from '#shared/languages.ts';
import { sandboxPath } from '#shared/payment-address.ts';
import { currencyOf } from '#shared/plans.ts';
import { pageStatus } from '#server/backend/failures.ts';
import type { BackendClient } from '#server/backend/client.ts';
import type { Config } from '#server/config.ts';
import { escapeHtml } from '#server/escape.ts';
import type { PaymentText, PlainPages } from '#server/pages/plain-page.ts';

interface Tools {
  config: Pick<Config, 'publicUrl'>;
  backendClient: BackendClient;
  plainPages: PlainPages;
}

function printAmount({ amount, ccy }: SandboxInvoice, language: Language): string {
  const currency = currencyOf(ccy) ?? 'USD';
  const format = new Intl.NumberFormat(languages[language].locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return format.format(amount / 100);
}

/** Back to the checkout as a path, so that it is found wherever this site is reached; never to another site. */
function checkoutPath(redirectUrl: string, publicUrl: string, paid: boolean): string {
  const known = URL.canParse(redirectUrl) && new URL(redirectUrl).origin === publicUrl;
  const query = known ? new URL(redirectUrl).searchParams : new URLSearchParams();
  query.set('status', paid ? 'success' : 'failed');
  return `/checkout?${query.toString()}`;
}

function printPanel(art: string, sky: string, content: string[]): string {
  return (
    `<section class="panel payment"><div class="panel__art" data-sky="${sky}"><img src="${art}" alt="" width="800" height="800"></div>` +
    `<div class="panel__text">${content.join('')}</div></section>`
  );
}

const paragraph = (words: string, name?: string) => `<p${name ? ` class="${name}"` : ''}>${escapeHtml(words)}</p>`;
const alertIcon = `<svg aria-hidden="true" width="24" height="24"><use href="${asset('icons.svg')}#circle-alert"></use></svg>`;
const heading = (words: string) => `<h1 class="t-1 payment__title">${escapeHtml(words)}</h1>`;
const link = (href: string, words: string) => `<a class="button" href="${escapeHtml(href)}">${escapeHtml(words)}</a>`;

function printInvoice(
  invoice: SandboxInvoice,
  language: Language,
  text: PaymentText,
  problem: 'declined' | 'unsaved' | null,
): string {
  const facts = [
    [text('sandbox.what'), invoice.destination],
    [text('sandbox.amount'), printAmount(invoice, language)],
    [text('sandbox.email'), invoice.email],
  ] as const;
  return printPanel(asset('art/product-gitl.svg'), 'noon', [
    `<p class="badge badge--top">${escapeHtml(text('sandbox.badge'))}</p>`,
    heading(text('sandbox.title')),
    paragraph(text('sandbox.warning'), 't-lead'),
    problem
      ? `<div class="alert alert--bad" role="alert">${alertIcon}${paragraph(text(`sandbox.${problem}`))}</div>`
      : '',
    `<dl>${facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`,
    `<form class="cluster" method="post" action="${sandboxPath}${invoice.id}">`,
    `<button class="button button--sun" name="decision" value="approve">${escapeHtml(text('sandbox.approve'))}</button>`,
    `<button class="button button--line" name="decision" value="decline">${escapeHtml(text('sandbox.decline'))}</button></form>`,
    paragraph(text('sandbox.text'), 'soft'),
  ]);
}

/** The embedded backend's payment page, through this site: it stands in for the payment provider's. */
export function sandboxRoutes({ config, backendClient, plainPages }: Tools): Router {
  const router = Router();
  const path = (req: Request) => `${sandboxPath}${encodeURIComponent(String(req.params['id']))}`;

  async function read(req: Request): Promise<SandboxInvoice | null> {
    const invoice = await backendClient.read(path(req));
    return invoice === null ? null : parse(invoice, SandboxInvoice);
  }

  /** `failed`: the status of an answer that has kept nothing. */
  function show(req: Request, res: Response, invoice: SandboxInvoice | null, failed?: number): void {
    const { language, text } = plainPages.open(req);
    const page = (status: number, title: string, body: string) => {
      plainPages.send(req, res, { status, title: `${title} | ${text('sandbox.badge')}`, body });
    };
    const panel = (kind: 'missing' | 'expired' | 'paid', action: string) =>
      printPanel(kind === 'paid' ? asset('art/paid.svg') : asset('art/unpaid.svg'), kind === 'paid' ? 'rain' : 'dusk', [
        heading(text(`sandbox.${kind}.title`)),
        paragraph(text(`sandbox.${kind}.text`), 't-lead'),
        action,
      ]);
    const again = link('/gitl#pricing', text('sandbox.again'));
    if (!invoice) page(404, text('sandbox.missing.title'), panel('missing', again));
    else if (invoice.status === 'expired') page(410, text('sandbox.expired.title'), panel('expired', again));
    else if (invoice.status === 'success') {
      page(
        200,
        text('sandbox.paid.title'),
        panel('paid', link(checkoutPath(invoice.redirectUrl, config.publicUrl, true), text('sandbox.next'))),
      );
    } else {
      const problem = failed ? 'unsaved' : invoice.status === 'failure' ? 'declined' : null;
      page(failed ?? 200, text('sandbox.title'), printInvoice(invoice, language, text, problem));
    }
  }

  router.get(`${sandboxPath}:id`, async (req, res) => {
    show(req, res, await read(req));
  });

  router.post(`${sandboxPath}:id`, urlencoded({ extended: false, limit: '1kb' }), async (req, res) => {
    const { decision } = (req.body ?? {}) as { decision?: unknown };
    if (decision !== 'approve' && decision !== 'decline') {
      res.redirect(303, path(req));
      return;
    }
    const { status } = await backendClient.send(path(req), { decision });
    const invoice = await read(req);
    if (status >= 500) show(req, res, invoice, pageStatus(status));
    // Where nothing could be decided the page itself says why.
    else if (status !== 200 || !invoice || invoice.status === 'expired') res.redirect(303, path(req));
    else res.redirect(303, checkoutPath(invoice.redirectUrl, config.publicUrl, invoice.status === 'success'));
  });

  return router;
}
