import type { Request } from 'express';
import type { Language } from '#shared/languages.ts';
import type { RouteName } from '#client/routes.ts';
import type { FormState } from '#client/visit.ts';
import type { BodyPolicy, Handler, PostKind } from '#server/http/endpoint-table.ts';

/**
 * How a page handles POST: its form without JavaScript. A post above the rate limit gets the page with the error
 * `{ form: 'tooMany' }`, for which the texts of the page need that key.
 */
export interface PageForm {
  page: RouteName;
  /** The values of the form that the query of the address gives; a page with such values is never stored. */
  prefill?(search: URLSearchParams, language: Language): FormState | undefined;
  rateLimit: PostKind;
  body: BodyPolicy;
  submit: Handler;
  /** Reads the text fields of an upload that is refused; other bodies are parsed by their policy. */
  readFields?(req: Request): Promise<Record<string, string>>;
}

/** The form of the page with this name; undefined for a page that does not handle POST. */
export const findForm = (forms: readonly PageForm[], name: string): PageForm | undefined =>
  forms.find(({ page }) => page === name);
