import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptyState } from '#server/operations/embedded-metrics.ts';
import { createMetrics } from '#server/operations/metrics.ts';

describe('the metrics of the embedded backend', () => {
  const names = /^site_(storage|outbox|orders)/m;

  it('are missing on a site without one', async () => {
    assert.doesNotMatch(await createMetrics().print(), names);
  });

  it('show its state at the time of the scrape', async () => {
    const metrics = createMetrics();
    const state = { ...emptyState };
    metrics.watchEmbedded(() => state);
    assert.match(await metrics.print(), /^site_storage\{state="failing"\} 0$/m);
    state.storage = 'failing';
    state.outbox = { ...state.outbox, pending: 3 };
    const printed = await metrics.print();
    assert.match(printed, /^site_storage\{state="failing"\} 1$/m);
    assert.match(printed, /^site_outbox_pending 3$/m);
  });
});
