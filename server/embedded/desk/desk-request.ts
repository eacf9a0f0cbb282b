import type { NewsItem } from '#shared/contracts/news.ts';
import type { Language } from '#shared/languages.ts';
import type { Locales } from '#shared/locales.ts';
import type { Text } from '#shared/text.ts';
import { html, type Markup } from '#server/html.ts';
import type { LetterOptions } from '../outbox/letters.ts';
import type { Storage } from '../storage/storage.ts';
import type { DeskSession } from './sessions.ts';

export type DeskText = Text<Locales['desk']>;

/** The parts of the desk, in the order of its menu. */
export const sections = ['messages', 'comments', 'news', 'orders', 'people', 'mail', 'figures', 'acts'] as const;
export type Section = (typeof sections)[number];

/** A file that was sent with a form. */
interface DeskUpload {
  /** Null for one that is larger than it may be; the fields of its form have come. */
  content: Buffer | null;
}

/** What the site has found out of a visitor's request. */
export interface DeskRequest {
  params: Record<string, string>;
  query: URLSearchParams;
  /** The fields of a form; a field that was sent several times has several values. */
  fields: Record<string, string | string[]>;
  upload: DeskUpload | null;
  language: Language;
  text: DeskText;
  /** The origin of the desk, for addresses in letters. */
  origin: string;
  /** The origin of the site where the desk has another one; empty where it has the same. */
  siteOrigin: string;
  /** Tells visitors apart without naming them. */
  client: string;
  storage: Storage;
  letters: LetterOptions;
  now: number;
}

/** A request of somebody who has signed in. */
export interface SignedInRequest extends DeskRequest {
  session: DeskSession;
}

export interface DeskPage {
  kind: 'page';
  status?: number;
  title: string;
  /** What stands below the title. */
  body: Markup;
  section?: Section;
}

interface DeskRedirect {
  kind: 'redirect';
  to: string;
  /** A token for a new cookie; null ends the old one. */
  session?: string | null;
  /** Slugs of articles whose pages show something else now, or everything. */
  changed?: string[] | 'all';
}

interface DeskFile {
  kind: 'file';
  /** The name that the browser stores it under. */
  name: string;
  type: string;
  content: Uint8Array | string;
}

/** An article that the site shows as it would be on its own page. */
interface DeskPreview {
  kind: 'preview';
  item: NewsItem;
  /** Stands below the page. */
  note: Markup;
}

export type DeskAnswer = DeskPage | DeskRedirect | DeskFile | DeskPreview;

/** The first value of a field; '' where it was not sent. */
export function fieldOf({ fields }: Pick<DeskRequest, 'fields'>, name: string): string {
  const value = fields[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** All values of a field. */
export function valuesOf({ fields }: Pick<DeskRequest, 'fields'>, name: string): string[] {
  const value = fields[name];
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

const idPattern = /^[1-9]\d{0,14}$/;

/** A number that the database has counted; null for anything else. */
export const readId = (text: string | undefined): number | null =>
  text !== undefined && idPattern.test(text) ? Number(text) : null;

/** Answers that there is nothing at this address. */
export function missingPage({ text }: Pick<DeskRequest, 'text'>, section?: Section): DeskPage {
  return { kind: 'page', status: 404, title: text('missing'), body: html`<p>${text('missingText')}</p>`, section };
}
