import { Gauge, type Registry } from 'prom-client';

/** What is known of the backend that comes with the site. Ages are those of the oldest, in whole seconds; 0 for none. */
export interface BackendDetail {
  storage: 'ok' | 'failing';
  /** Letters and calls that are not sent yet, and that were given up. */
  outbox: { pending: number; failed: number; oldestSeconds: number };
  /** Orders whose payment is not decided. */
  orders: { open: number; oldestSeconds: number };
}

/** Before anything is known. */
export const emptyDetail: BackendDetail = {
  storage: 'ok',
  outbox: { pending: 0, failed: 0, oldestSeconds: 0 },
  orders: { open: 0, oldestSeconds: 0 },
};

/** Gauges of the backend that comes with the site; answers the setter of what they read at every scrape. */
export function createBackendDetailMetrics(registry: Registry): (read: () => BackendDetail) => void {
  let read = () => emptyDetail;
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
    ['site_outbox_pending', 'Letters and calls that are not sent yet.', ({ outbox }) => outbox.pending],
    ['site_outbox_failed', 'Letters and calls that were given up.', ({ outbox }) => outbox.failed],
    [
      'site_outbox_oldest_seconds',
      'Age of the oldest letter or call that is not sent yet.',
      ({ outbox }) => outbox.oldestSeconds,
    ],
    ['site_orders_open', 'Orders whose payment is not decided.', ({ orders }) => orders.open],
    [
      'site_orders_oldest_seconds',
      'Age of the oldest order whose payment is not decided.',
      ({ orders }) => orders.oldestSeconds,
    ],
  ] satisfies [name: string, help: string, figure: (detail: BackendDetail) => number][];
  for (const [name, help, figure] of figures)
    new Gauge({
      registers,
      name,
      help,
      collect() {
        this.set(figure(read()));
      },
    });
  return (next) => {
    read = next;
  };
}
