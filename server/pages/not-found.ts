import type { Handler } from '#server/http/endpoint-table.ts';
import type { SendPlain } from './plain-answer.ts';
import { siteRequestOf } from './site-request.ts';

/** Responds 404 for an address without a page: a code for an API call, a line of text for any other request. */
export const createNotFound =
  (sendPlain: SendPlain): Handler =>
  (_req, res) => {
    if (siteRequestOf(res).endpoint?.rows[0]?.errors === 'json') res.status(404).json({ error: 'notFound' });
    else sendPlain(res, 404, 'notFound');
  };
