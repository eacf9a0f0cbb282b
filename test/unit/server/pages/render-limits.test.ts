import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BusyError } from '#server/pages/render-limits.ts';
import { minute, openSource, targetOf } from '../../../support/page-source.ts';
import { settle } from '../../../support/settle.ts';

describe('too many renders', () => {
  it('get a BusyError beyond the running ones and the same number of waiting ones', async () => {
    const { source, next } = openSource({ maxRenders: 2 });
    const { promise, resolve: release } = Promise.withResolvers<void>();
    next({ until: promise });
    const running = Array.from({ length: 4 }, (_, index) => source.produce(targetOf(`/page-${index}`)));
    // A refusal comes at once, the others wait for their turn.
    await settle(3);
    await assert.rejects(source.produce(targetOf('/one-more')), BusyError);
    release();
    await Promise.all(running);
    assert.equal((await source.produce(targetOf('/one-more'))).kind, 'complete');
  });

  it('of made-up addresses delay no real page', async () => {
    const { source, next } = openSource({ maxRenders: 16 });
    const { promise, resolve: release } = Promise.withResolvers<void>();
    next({ until: promise });
    const running = Array.from({ length: 4 }, (_, index) => source.produce(targetOf(`/made-up-${index}`)));
    await settle(3);
    await assert.rejects(source.produce(targetOf('/made-up-once-more')), BusyError);
    next({});
    assert.equal((await source.produce(targetOf('/page'))).kind, 'complete');
    release();
    await Promise.all(running);
  });

  it('leave a stale page as it is, without a line of the log for each request', async () => {
    const { source, clock, next, warnings } = openSource({ maxRenders: 1 });
    const target = targetOf('/about');
    await source.produce(target);
    clock.now += minute + 1;
    const { promise, resolve: release } = Promise.withResolvers<void>();
    next({ until: promise });
    const running = [source.produce(targetOf('/one')), source.produce(targetOf('/two'))];
    await settle(3);
    assert.equal(source.find(target)?.cacheOutcome, 'stale');
    await settle(3);
    assert.deepEqual(warnings, []);
    release();
    await Promise.all(running);
  });

  it('are counted apart from streams, of which four run for each render', async () => {
    const { source, renderLimits } = openSource({ maxRenders: 2 });
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const hold = (client: string) => renderLimits.withinStreamLimit(client, () => promise);
    const streams = ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'].map(hold);
    await assert.rejects(hold('e'), BusyError);
    assert.equal((await source.produce(targetOf('/about'))).kind, 'complete');
    release();
    await Promise.all(streams);
    await hold('e');
  });

  it('let one client have half of the streams', async () => {
    const { renderLimits } = openSource({ maxRenders: 2 });
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const hold = (client: string) => renderLimits.withinStreamLimit(client, () => promise);
    const streams = Array.from({ length: 4 }, () => hold('a'));
    await assert.rejects(hold('a'), BusyError);
    streams.push(hold('b'));
    release();
    await Promise.all(streams);
    await assert.rejects(
      renderLimits.withinStreamLimit('a', () => Promise.reject(new Error('broken'))),
      /broken/,
    );
    await Promise.all(Array.from({ length: 4 }, () => hold('a')));
  });
});
