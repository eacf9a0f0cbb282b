import type { Language } from '#shared/languages.ts';
import { formatAmount } from '#shared/money.ts';
import { findPlan } from '#shared/plans.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import { html } from '#server/lib/html.ts';
import { areaText, type TextStore } from '#server/lib/texts.ts';
import type { LicenceRow } from './licences.ts';
import {
  dateIn,
  languageOf,
  mailText,
  printEmail,
  printRows,
  type ComposeOptions,
  type Email,
  type EmailRow,
} from '../outbox/compose-email.ts';

/** The facts of a payment for its receipt, or for the e-mail about its refund. */
export interface PaidFacts {
  orderId: string;
  plan: string | null;
  machineId: string;
  email: string;
  language: string | null;
  /** The amount in minor units of the currency with this ISO 4217 number. */
  amount: number;
  ccy: number;
  /** When it was paid, or refunded. */
  date: Date;
  /** Whether the payment was made in the sandbox, so no money was transferred. */
  isSandbox: boolean;
}

interface SignedText {
  licence: string;
  /** The format is ISO 8601. */
  expires: string;
}

interface Parts {
  to: string;
  subject: string;
  /** The paragraphs before the rows and the licence; `ending` has those after them. */
  intro: string[];
  rows: EmailRow[];
  licence: { use: string; text: string } | null;
  ending: string[];
}

function compose(language: Language, { to, subject, intro, rows, licence, ending }: Parts): Email {
  const table = rows.length > 0 && printRows(rows);
  const content = html`${intro.map((paragraph) => html`<p>${paragraph}</p>`)} ${table && table.html}
    ${
      licence &&
      html`<p>${licence.use}</p>
        <pre>${licence.text}</pre>`
    }
    ${ending.map((paragraph) => html`<p>${paragraph}</p>`)}`;
  const paragraphs = [
    ...intro,
    ...(table ? [table.text] : []),
    ...(licence ? [licence.use, licence.text] : []),
    ...ending,
  ];
  return printEmail(language, { to, subject, paragraphs, content });
}

/** Returns the name of the purchased product as the shop shows it. */
function productOf(texts: TextStore, language: Language, planId: string | null): string {
  const text = areaText(texts, language, 'extension');
  const plan = findPlan(planId);
  return plan ? unbindWords(text('destination', { plan: text(plan.name) })) : 'GITL';
}

function rowsOf(texts: TextStore, language: Language, facts: PaidFacts, dateKey: 'date' | 'refundDate'): Parts['rows'] {
  const text = mailText(texts, language);
  return [
    [text('licence.product'), productOf(texts, language, facts.plan)],
    [text('licence.machine'), facts.machineId],
    [text('licence.amount'), unbindWords(formatAmount(language, facts))],
    [text(`licence.${dateKey}`), dateIn(texts, language, facts.date)],
    [text('licence.order'), facts.orderId],
  ];
}

/** Composes the receipt of a confirmed payment, with the licence if one was issued. */
export function composeReceipt(
  { texts, language: fallback }: ComposeOptions,
  facts: PaidFacts,
  licence: SignedText | null,
): Email {
  const language = languageOf(facts.language, fallback);
  const text = mailText(texts, language);
  return compose(language, {
    to: facts.email,
    subject: text('licence.subject'),
    intro: [
      text('received.greeting'),
      licence
        ? text('licence.paid', { date: dateIn(texts, language, new Date(licence.expires)) })
        : text('licence.paidOnly'),
      ...(facts.isSandbox ? [text('licence.sandbox')] : []),
    ],
    rows: rowsOf(texts, language, facts, 'date'),
    licence: licence && { use: text('licence.use'), text: licence.licence },
    ending: [text('licence.help'), text('received.signature')],
  });
}

/** Composes the e-mail about a refund, with which the licence is revoked. */
export function composeRefund({ texts, language: fallback }: ComposeOptions, facts: PaidFacts): Email {
  const language = languageOf(facts.language, fallback);
  const text = mailText(texts, language);
  return compose(language, {
    to: facts.email,
    subject: text('licence.returnedSubject'),
    intro: [text('received.greeting'), text('licence.returned'), ...(facts.isSandbox ? [text('licence.sandbox')] : [])],
    rows: rowsOf(texts, language, facts, 'refundDate'),
    licence: null,
    ending: [text('licence.help'), text('received.signature')],
  });
}

/**
 * Composes the e-mail with a trial licence. It repeats nothing that was typed, because anybody can enter somebody
 * else's address.
 */
export function composeTrial(
  { texts, language: fallback }: ComposeOptions,
  { email, language: named, licence, expires }: SignedText & { email: string; language: string | null },
): Email {
  const language = languageOf(named, fallback);
  const text = mailText(texts, language);
  return compose(language, {
    to: email,
    subject: text('licence.trialSubject'),
    intro: [text('received.greeting'), text('licence.trial', { date: dateIn(texts, language, new Date(expires)) })],
    rows: [],
    licence: { use: text('licence.use'), text: licence },
    ending: [text('licence.notYou'), text('licence.help'), text('received.signature')],
  });
}

/** Returns the event prefix of e-mails that send a licence again. */
export const resendEventPrefix = (id: number): string => `licence:${id}:again:`;

/**
 * Composes an e-mail that sends a licence again: at the buyer's request, because it was moved to another computer, or
 * because it begins earlier after the refund of another one.
 */
export function composeLicence(
  { texts, language: fallback }: ComposeOptions,
  row: Pick<LicenceRow, 'email' | 'language' | 'licence' | 'expires' | 'machine_id'>,
  reason: 'again' | 'moved' | 'earlier',
): Email {
  const language = languageOf(row.language, fallback);
  const text = mailText(texts, language);
  const date = dateIn(texts, language, new Date(row.expires));
  return compose(language, {
    to: row.email,
    subject: text(`licence.${reason}Subject`),
    intro: [text('received.greeting'), text(`licence.${reason}`, { date })],
    rows: reason === 'moved' ? [[text('licence.machine'), row.machine_id]] : [],
    licence: { use: text('licence.use'), text: row.licence },
    ending: [text('licence.help'), text('received.signature')],
  });
}
