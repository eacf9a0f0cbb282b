import type { Handler } from '#server/http/endpoint-table.ts';
import type { SendText } from './text-response.ts';
import { siteRequestOf } from './site-request.ts';

/** Responds 404 for an address without a page: a code for an API call, a line of text for any other request. */
export const createNotFound =
  (sendText: SendText): Handler =>
  (_req, res) => {
    if (siteRequestOf(res).errorFormat === 'json') res.status(404).json({ error: 'notFound' });
    else sendText(res, 404, 'notFound');
  };
