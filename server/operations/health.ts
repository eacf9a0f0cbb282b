import type { BackendClient } from '#server/backend/client.ts';
import type { Handler } from '#server/http/endpoint-table.ts';

interface Options {
  isReady: () => boolean;
  backendClient: Pick<BackendClient, 'state'>;
  embedded: boolean;
  readStorage?: () => { storage: 'ok' | 'failing' };
}

/** Whether the process lives. */
export const answerHealth: Handler = (_req, res) => {
  res.type('text/plain').send('ok\n');
};

/** Whether visitors may be sent here. Pages are served without the backend, so its state is only a detail. */
export function createReadiness({ isReady, backendClient, embedded, readStorage }: Options): Handler {
  return (_req, res) => {
    const ready = isReady();
    res.status(ready ? 200 : 503).json({ ready, backend: backendClient.state, embedded, ...readStorage?.() });
  };
}
