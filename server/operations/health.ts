import type { Handler } from '#server/http/endpoint-table.ts';

/** Responds 200 while the process runs. */
export const handleHealth: Handler = (_req, res) => {
  res.type('text/plain').send('ok\n');
};

/** Responds whether the process accepts requests. `readDetails` returns facts for operators that do not decide that. */
export function createReadiness(isReady: () => boolean, readDetails: () => object): Handler {
  return (_req, res) => {
    const ready = isReady();
    res.status(ready ? 200 : 503).json({ ready, ...readDetails() });
  };
}
