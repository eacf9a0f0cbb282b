import type { Log } from '#server/lib/log.ts';
import type { Metrics } from '#server/operations/metrics.ts';

/** What Redis is used for; each use can fail alone, for example if the user of Redis has no right to it. */
const uses = {
  counts: {
    works: 'posts are counted in Redis',
    fails: 'Redis does not answer: this copy counts posts for itself',
  },
  publishing: {
    works: 'changes are published to other copies',
    fails: 'changes cannot be published to other copies: their pages show them later',
  },
  subscription: {
    works: 'changes that other copies publish arrive',
    fails: 'changes that other copies publish do not arrive: pages of this copy show them later',
  },
};
type Use = keyof typeof uses;

export interface RedisReport {
  works(use: Use): void;
  fails(use: Use, error: unknown): void;
}

interface Options {
  log: Log;
  metrics: Pick<Metrics, 'redis'>;
}

/** Logs each change of a use; the metric is `failing` while any use fails. */
export function createRedisReport({ log, metrics }: Options): RedisReport {
  const states = new Map<Use, keyof RedisReport>();
  function change(use: Use, state: keyof RedisReport, writeLog: (text: string) => void): void {
    if (states.get(use) !== state) writeLog(uses[use][state]);
    states.set(use, state);
    metrics.redis([...states.values()].includes('fails') ? 'failing' : 'ok');
  }
  return {
    works: (use) => change(use, 'works', (text) => log.info(text)),
    fails: (use, error) => change(use, 'fails', (text) => log.warn({ reason: String(error) }, text)),
  };
}
