import type { Request, Response } from 'express';
import type { Language } from '#shared/languages.ts';
import type { RouteName } from '#client/routes.ts';
import type { FormState } from '#client/visit.ts';
import type { BodyPolicy, Handler, LimitKind } from '#server/http/endpoint-table.ts';

/** What a page answers to POST: its form without JavaScript. */
export interface PageForm {
  page: RouteName;
  /** What the form is filled in with where the address asks for that; such a page is never stored. */
  prefill?(search: URLSearchParams, language: Language): FormState | undefined;
  limit: LimitKind;
  body: BodyPolicy;
  submit: Handler;
  /** The text fields of a form that is not let through, so that the visitor gets them back. */
  readFields(req: Request, res: Response): Promise<Record<string, string>>;
}
