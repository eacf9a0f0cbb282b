import { isTopic, type Topic } from '#shared/contact-limits.ts';
import { isLanguage, languages, type Language } from '#shared/languages.ts';
import { toSingleLine } from '#shared/plain-text.ts';
import { company } from '#shared/company.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import { html, type Markup } from '#server/lib/html.ts';
import { areaText, type TextStore } from '#server/lib/texts.ts';

/** An e-mail without the headers of the mail server. The attachment is read when the e-mail is sent. */
export interface Email {
  to: string;
  /** The address for replies; null means the sender. */
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  /** Whether a program has triggered the e-mail; the header then prevents automatic replies. */
  isAutomatic: boolean;
}

/** The options of composing e-mails. */
export interface EmailOptions {
  texts: TextStore;
  /** The language of e-mails to the company, and to people whose language is unknown. */
  language: Language;
  /** Without a mail server e-mails are only stored. */
  hasMailServer: boolean;
}

export type ComposeOptions = Pick<EmailOptions, 'texts' | 'language'>;

/** The facts about a message in its e-mails. */
export interface MessageFacts {
  name: string;
  email: string;
  message: string;
  topic: string | null;
  language: string | null;
  attachmentName: string | null;
  date: Date;
}

/** Returns the texts of e-mails with plain spaces, because some mail programs show no-break spaces wrongly. */
export function mailText(texts: TextStore, language: Language) {
  const text = areaText(texts, language, 'mail');
  return (...parts: Parameters<typeof text>) => unbindWords(text(...parts));
}

/** Returns date and time in the time zone of the office, which is named because recipients may be in another time zone. */
export function dateIn(texts: TextStore, language: Language, date: Date): string {
  const format = new Intl.DateTimeFormat(languages[language].locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: company.timeZone,
  });
  return mailText(texts, language)('dateAndTime', { date: format.format(date) });
}

const page = (language: Language, title: string, content: Markup): string =>
  html`<!doctype html>
    <html lang="${languages[language].html}">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
      </head>
      <body>
        ${content}
      </body>
    </html>`.toString();

export type EmailRow = [label: string, value: string];

/** Formats rows of labels and values, for the HTML of an e-mail and for its plain text. */
export const printRows = (rows: EmailRow[]): { html: Markup; text: string } => ({
  html: html`<table>
    ${rows.map(
      ([label, value]) =>
        html`<tr>
          <th align="left">${label}</th>
          <td>${value}</td>
        </tr>`,
    )}
  </table>`,
  text: rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
});

/** Composes the e-mail to the company about a visitor's message. */
export function composeMessage({ texts, language }: ComposeOptions, to: string, facts: MessageFacts): Email {
  const text = mailText(texts, language);
  const { name, email, message, attachmentName } = facts;
  const topic = text(`topics.${isTopic(facts.topic) ? facts.topic : 'none'}`);
  const subject = text('message.subject', { topic, name: toSingleLine(name) });
  const rows: EmailRow[] = [
    [text('message.topic'), topic],
    [text('message.name'), toSingleLine(name)],
    [text('message.email'), email],
    [text('message.language'), isLanguage(facts.language) ? text(`languages.${facts.language}`) : text('unknown')],
    [text('message.received'), dateIn(texts, language, facts.date)],
  ];
  if (attachmentName !== null) rows.push([text('message.attachment'), toSingleLine(attachmentName)]);
  const [intro, reply] = [text('message.intro'), text('message.reply', { sender: email })];
  const printed = printRows(rows);
  const content = html`<p>${intro}</p>
    ${printed.html}
    <pre>${message}</pre>
    <p>${reply}</p>`;
  return {
    to,
    replyTo: email,
    subject,
    text: `${intro}\n\n${printed.text}\n\n${message}\n\n${reply}\n`,
    html: page(language, subject, content),
    isAutomatic: false,
  };
}

/**
 * Builds an automatic e-mail from paragraphs. `content` replaces the paragraphs in the HTML, for e-mails with links.
 */
export function printEmail(
  language: Language,
  { to, subject, paragraphs, content }: { to: string; subject: string; paragraphs: string[]; content?: Markup },
): Email {
  const printed = content ?? html`${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}`;
  return {
    to,
    replyTo: null,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: page(language, subject, printed),
    isAutomatic: true,
  };
}

export const languageOf = (named: string | null, fallback: Language) => (isLanguage(named) ? named : fallback);

const answerKey = (topic: string | null): Topic | 'unknown' => (isTopic(topic) ? topic : 'unknown');

/**
 * Composes the e-mail that confirms a message to the visitor, in the language of the page. It repeats nothing that was
 * typed, because anybody can enter somebody else's address and would send them a text of their choice.
 */
export function composeConfirmation(
  { texts, language: fallback }: ComposeOptions,
  { email, topic, language: named, date }: Pick<MessageFacts, 'email' | 'topic' | 'language' | 'date'>,
): Email {
  const language = languageOf(named, fallback);
  const text = mailText(texts, language);
  const subject = text('received.subject');
  const paragraphs = [
    text('received.greeting'),
    text('received.text', { date: dateIn(texts, language, date) }),
    text(`received.answer.${answerKey(topic)}`),
    text('received.notYou'),
    text('received.signature'),
  ];
  return printEmail(language, { to: email, subject, paragraphs });
}
