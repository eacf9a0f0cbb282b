import type { Handler } from '#server/http/endpoint-table.ts';
import { hasBearerToken } from '#server/http/token.ts';
import { parseChange, type Changes } from './changes.ts';

/** POST /purge: publishes a change; requires PURGE_TOKEN as bearer. */
export function createPurge(changes: Pick<Changes, 'publish'>, token: string): Handler {
  return (req, res) => {
    if (!hasBearerToken(req, token)) {
      res.status(401).set('WWW-Authenticate', 'Bearer').json({ error: 'unauthorized' });
      return;
    }
    const change = parseChange(req.body);
    if (!change) {
      res.status(400).json({ error: 'badRequest' });
      return;
    }
    changes.publish(change);
    res.status(204).end();
  };
}
