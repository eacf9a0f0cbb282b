import type { DatabaseSync } from 'node:sqlite';
import type { RequestHandler } from 'express';

/** As long as the site itself remembers what it has sent. */
const rememberedMs = 10 * 60 * 1000;

/** Stands for the address that this copy is asked by: another copy has another. */
const here = '{here}';

/** Answers what comes again with the same `Idempotency-Key` as it was answered first: several copies share the file. */
export function answerOnce(database: DatabaseSync): RequestHandler {
  const find = database.prepare('SELECT status, body FROM answers WHERE key = ? AND created > ?');
  const forget = database.prepare('DELETE FROM answers WHERE created <= ?');
  const keep = database.prepare('INSERT OR REPLACE INTO answers (key, status, body, created) VALUES (?, ?, ?, ?)');
  return (req, res, next) => {
    const given = req.get('idempotency-key');
    if (req.method !== 'POST' || !given) return next();
    const origin = `http://${req.headers.host ?? ''}`;
    const key = `${req.path} ${given}`;
    const earlier = find.get(key, Date.now() - rememberedMs) as { status: number; body: string } | undefined;
    if (earlier) {
      res.status(earlier.status).type('json').send(earlier.body.replaceAll(here, origin));
      return;
    }
    const answer = res.json.bind(res);
    res.json = (body) => {
      if (res.statusCode < 300) {
        forget.run(Date.now() - rememberedMs);
        keep.run(key, res.statusCode, JSON.stringify(body).replaceAll(origin, here), Date.now());
      }
      return answer(body);
    };
    next();
  };
}
