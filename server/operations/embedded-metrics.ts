import { Gauge, type Registry } from 'prom-client';

/** The state of the embedded backend. Ages are those of the oldest entry, in whole seconds; 0 without entries. */
export interface EmbeddedState {
  storage: 'starting' | 'ok' | 'failing';
  /** The e-mails and calls that are not sent yet, and those that failed. */
  outbox: { pending: number; failed: number; oldestSeconds: number };
  /** The orders without a decision about their payment. */
  orders: { open: number; oldestSeconds: number };
}

/** The state before the first report. */
export const emptyState: EmbeddedState = {
  storage: 'ok',
  outbox: { pending: 0, failed: 0, oldestSeconds: 0 },
  orders: { open: 0, oldestSeconds: 0 },
};

/** Creates the gauges of the embedded backend; `read` is called at every scrape. */
export function createEmbeddedMetrics(registry: Registry, read: () => EmbeddedState): void {
  const registers = [registry];
  new Gauge({
    registers,
    name: 'site_storage',
    help: '1 for the state of the embedded storage.',
    labelNames: ['state'],
    collect() {
      for (const state of ['starting', 'ok', 'failing']) this.set({ state }, read().storage === state ? 1 : 0);
    },
  });
  const figures = [
    ['site_outbox_pending', 'E-mails and calls that are not sent yet.', ({ outbox }) => outbox.pending],
    ['site_outbox_failed', 'E-mails and calls that failed.', ({ outbox }) => outbox.failed],
    [
      'site_outbox_oldest_seconds',
      'Age of the oldest e-mail or call that is not sent yet.',
      ({ outbox }) => outbox.oldestSeconds,
    ],
    ['site_orders_open', 'Orders whose payment is not decided.', ({ orders }) => orders.open],
    [
      'site_orders_oldest_seconds',
      'Age of the oldest order whose payment is not decided.',
      ({ orders }) => orders.oldestSeconds,
    ],
  ] satisfies [name: string, help: string, figure: (state: EmbeddedState) => number][];
  for (const [name, help, figure] of figures)
    new Gauge({
      registers,
      name,
      help,
      collect() {
        this.set(figure(read()));
      },
    });
}
