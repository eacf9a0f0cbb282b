import { Router } from 'express';
import type { BackendClient } from '#server/backend/client.ts';

interface Tools {
  isReady: () => boolean;
  backendClient: BackendClient;
  embedded: boolean;
  readStorage?: () => { storage: 'ok' | 'failing' };
}

/** Whether the process lives, and whether visitors may come: pages go on without the backend, whose state is a detail. */
export function healthRoutes({ isReady, backendClient, embedded, readStorage }: Tools): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.type('text/plain').send('ok\n');
  });
  router.get('/readyz', (_req, res) => {
    const ready = isReady();
    res.status(ready ? 200 : 503).json({ ready, backend: backendClient.state, embedded, ...readStorage?.() });
  });
  return router;
}
