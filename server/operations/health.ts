import type { BackendClient } from '#server/backend/client.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import type { EmbeddedState } from './embedded-metrics.ts';

interface Options {
  isReady: () => boolean;
  backendClient: Pick<BackendClient, 'state'>;
  embedded: boolean;
  readEmbeddedState?: (() => EmbeddedState) | undefined;
}

/** Responds 200 while the process runs. */
export const handleHealth: Handler = (_req, res) => {
  res.type('text/plain').send('ok\n');
};

/**
 * Responds whether the copy accepts visitors: not before the embedded backend has started, which fails if its database
 * cannot be used. Later pages are served without the backend, so its state is only a detail.
 */
export function createReadiness({ isReady, backendClient, embedded, readEmbeddedState }: Options): Handler {
  return (_req, res) => {
    const embeddedState = readEmbeddedState?.();
    const ready = isReady() && embeddedState?.storage !== 'starting';
    res.status(ready ? 200 : 503).json({ ready, backend: backendClient.state, embedded, ...embeddedState });
  };
}
