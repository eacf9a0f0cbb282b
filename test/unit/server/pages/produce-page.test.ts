import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PreparedPage } from '#server/pages/prepare-page.ts';
import { createRenderComplete } from '#server/pages/produce-page.ts';

const prepared = {
  visit: { route: { name: 'about' } },
  api: { degraded: true },
  status: 200,
  startedAt: 100,
  openMs: 5,
} as never as PreparedPage;

describe('printing a page', () => {
  it('measures its data and its render, and counts it', async (t) => {
    t.mock.method(performance, 'now', () => 142);
    const counted: unknown[] = [];
    const renderComplete = createRenderComplete({
      renderer: { print: () => Promise.resolve({ html: Buffer.from('page'), styleSource: 'hash' }) } as never,
      metrics: { render: (...values: unknown[]) => void counted.push(values) },
      now: () => 7,
    });
    const page = await renderComplete(prepared);
    assert.deepEqual(counted, [['about', 'complete', 42]]);
    assert.equal(page.timing, 'data;dur=5.0, render;dur=37.0');
    assert.deepEqual([page.status, page.degraded, page.storedAt, page.styleSource], [200, true, 7, 'hash']);
  });

  it('counts a failure, and rejects with it', async (t) => {
    t.mock.method(performance, 'now', () => 142);
    const counted: unknown[] = [];
    const renderComplete = createRenderComplete({
      renderer: { print: () => Promise.reject(new Error('broken')) } as never,
      metrics: { render: (...values: unknown[]) => void counted.push(values) },
      now: () => 7,
    });
    await assert.rejects(renderComplete(prepared), /broken/);
    assert.deepEqual(counted, [['about', 'failed', 42]]);
  });
});
