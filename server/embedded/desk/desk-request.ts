import type { DeskAnswer } from '#shared/contracts/desk.ts';
import type { NewsItem } from '#shared/contracts/news.ts';
import type { Language } from '#shared/languages.ts';
import type { Locales } from '#shared/locales.ts';
import type { Text } from '#shared/text.ts';
import { html, type Markup } from '#server/lib/html.ts';
import type { LicenceKeys } from '../licences/licence-keys.ts';
import type { EmailOptions } from '../outbox/compose-email.ts';
import type { Fulfil } from '../payments/orders.ts';
import type { Actor } from '../storage/audit-log.ts';
import type { Storage } from '../storage/storage.ts';
import type { DeskSession } from './sessions.ts';

export type DeskText = Text<Locales['desk']>;

/** The sections of the desk, in the order of its menu. */
export const sections = [
  'messages',
  'comments',
  'news',
  'orders',
  'people',
  'mail',
  'statistics',
  'audit-log',
] as const;
export type Section = (typeof sections)[number];

/** A file that was posted with a form. */
interface DeskUpload {
  /** Null if the file exceeds the size limit; the other fields are complete then. */
  content: Buffer | null;
}

/** The facts of a visitor's request that the site sends. */
export interface DeskRequest {
  params: Record<string, string>;
  query: URLSearchParams;
  /** The fields of a form; a repeated field has an array of values. */
  fields: Record<string, string | string[]>;
  upload: DeskUpload | null;
  language: Language;
  text: DeskText;
  /** The origin of the desk, for addresses in e-mails. */
  origin: string;
  /** The origin of the site if the desk has its own origin, otherwise empty. */
  siteOrigin: string;
  /** A pseudonymous id of the client, for rate limits. */
  client: string;
  storage: Storage;
  emailOptions: EmailOptions;
  /** The keys that sign licences; null if this backend issues no licences. */
  keys: LicenceKeys | null;
  fulfil: Fulfil;
  now: number;
}

/** A request with a valid session. */
export interface SignedInRequest extends DeskRequest {
  session: DeskSession;
  /** The author and the time of the action, for the audit log. */
  actor: Actor;
}

export interface DeskPage {
  kind: 'page';
  status?: number;
  title: string;
  /** The content below the title. */
  body: Markup;
  section?: Section;
}

interface DeskRedirect extends Pick<DeskAnswer, 'session' | 'changed'> {
  kind: 'redirect';
  to: string;
}

interface DeskFile {
  kind: 'file';
  /** The name under which the browser saves the file. */
  name: string;
  type: string;
  /** Parts are sent as they are made. */
  content: Uint8Array | string | AsyncIterable<string>;
}

/** An article that the site renders as its future page. */
interface DeskPreview {
  kind: 'preview';
  item: NewsItem;
  /** The note is rendered below the page. */
  note: Markup;
}

export type DeskResponse = DeskPage | DeskRedirect | DeskFile | DeskPreview;

/** Returns the first value of a field, or '' if the field was not sent. */
export function firstValueOf({ fields }: Pick<DeskRequest, 'fields'>, name: string): string {
  const value = fields[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** Returns all values of a field. */
export function valuesOf({ fields }: Pick<DeskRequest, 'fields'>, name: string): string[] {
  const value = fields[name];
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** Adds a session to a request. */
export const withSession = (request: DeskRequest, session: DeskSession): SignedInRequest => ({
  ...request,
  session,
  actor: { who: session.email, now: request.now },
});

interface Conflict {
  section: Section;
  /** Why the action was not done. */
  reason: string;
  /** The address and the text of the link to the page with the current state. */
  back: { href: string; text: string };
}

/** Returns the page, with status 409, for an action that the current state does not allow any more. */
export function conflictPage({ text }: Pick<DeskRequest, 'text'>, { section, reason, back }: Conflict): DeskPage {
  return {
    kind: 'page',
    status: 409,
    section,
    title: text('nothingDone'),
    body: html`<p>${reason}</p>
      <p><a class="button button--line" href="${back.href}">${back.text}</a></p>`,
  };
}

/** Returns the page for an address without content. */
export function missingPage({ text }: Pick<DeskRequest, 'text'>, section?: Section): DeskPage {
  return { kind: 'page', status: 404, title: text('missing'), body: html`<p>${text('missingText')}</p>`, section };
}
