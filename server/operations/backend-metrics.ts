import { Gauge, type Registry } from 'prom-client';

/** What is known of the backend that comes with the site. */
export interface BackendDetail {
  storage: 'ok' | 'failing';
  outbox: { pending: number; failed: number; oldestSeconds: number };
}

const nothing: BackendDetail = { storage: 'ok', outbox: { pending: 0, failed: 0, oldestSeconds: 0 } };

/** Gauges of the backend that comes with the site; answers the setter of what they read at every scrape. */
export function createBackendDetailMetrics(registry: Registry): (read: () => BackendDetail) => void {
  let read = () => nothing;
  const registers = [registry];
  new Gauge({
    registers,
    name: 'site_storage',
    help: '1 for the state of the embedded storage.',
    labelNames: ['state'],
    collect() {
      for (const state of ['ok', 'failing']) this.set({ state }, read().storage === state ? 1 : 0);
    },
  });
  const figures = [
    ['site_outbox_pending', 'Letters and calls that are not sent yet.', 'pending'],
    ['site_outbox_failed', 'Letters and calls that were given up.', 'failed'],
    ['site_outbox_oldest_seconds', 'Age of the oldest letter or call that is not sent yet.', 'oldestSeconds'],
  ] as const;
  for (const [name, help, figure] of figures)
    new Gauge({
      registers,
      name,
      help,
      collect() {
        this.set(read().outbox[figure]);
      },
    });
  return (next) => {
    read = next;
  };
}
