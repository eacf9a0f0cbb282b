import type { Handler } from '#server/http/endpoint-table.ts';
import type { SendPlain } from './plain-answer.ts';
import { siteRequestOf } from './site-request.ts';

/** Responds 404 where no page can be shown: a call gets a code, any other request a line of text. */
export const createNotFound =
  (sendPlain: SendPlain): Handler =>
  (_req, res) => {
    if (siteRequestOf(res).endpoint?.rows[0]?.errors === 'json') res.status(404).json({ error: 'notFound' });
    else sendPlain(res, 404, 'notFound');
  };
