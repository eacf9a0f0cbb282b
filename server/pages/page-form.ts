import type { Request, Response } from 'express';
import type { RouteName } from '#client/routes.ts';
import type { BodyPolicy, Handler, LimitKind } from '#server/http/endpoint-table.ts';

/** What a page answers to POST: its form without JavaScript. */
export interface PageForm {
  page: RouteName;
  limit: LimitKind;
  body: BodyPolicy;
  submit: Handler;
  /** The text fields of a form that is not let through, so that the visitor gets them back. */
  readFields(req: Request, res: Response): Promise<Record<string, string>>;
}
