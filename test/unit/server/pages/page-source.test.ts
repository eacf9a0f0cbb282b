import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageAges } from '#server/pages/page-age.ts';
import { bodyOf } from '#server/pages/page-cache.ts';
import { missingPageKey } from '#server/pages/page-key.ts';
import { hour, htmlOf, minute, openSource, targetOf } from '../../../support/page-source.ts';
import { settle } from '../../../support/settle.ts';

describe('a stored page', () => {
  it('is fresh for a minute, is served for ten more while it is rendered again, and is not served after that', async () => {
    const { source, clock, renders, timeouts } = openSource();
    const target = targetOf('/about');
    await source.produce(target);
    clock.now += minute - 1;
    assert.equal(source.find(target)?.cacheOutcome, 'hit');
    assert.equal(renders.length, 1);
    clock.now += 2;
    assert.equal(source.find(target)?.cacheOutcome, 'stale');
    await settle(3);
    assert.equal(renders.length, 2, 'it was renewed');
    assert.deepEqual(timeouts, [undefined, pageAges.renewalTimeoutMs], 'nobody waits for the renewal');
    clock.now += minute + pageAges.staleMs;
    assert.equal(source.find(target), null, 'a page of an idle week is rendered for its first visitor');
  });

  it('is rendered once for parallel requests', async () => {
    const { source, renders } = openSource();
    await Promise.all(Array.from({ length: 30 }, () => source.produce(targetOf('/about'))));
    assert.equal(renders.length, 1);
  });

  it('is renewed once for parallel requests of the stale page, and again only when it is stale again', async () => {
    const { source, clock, renders } = openSource();
    const target = targetOf('/about');
    await source.produce(target);
    clock.now += minute + 1;
    for (let visitor = 0; visitor < 30; visitor += 1) assert.equal(source.find(target)?.cacheOutcome, 'stale');
    await settle(3);
    assert.equal(renders.length, 2);
    assert.equal(source.find(target)?.cacheOutcome, 'hit');
    clock.now += minute + 1;
    for (let visitor = 0; visitor < 30; visitor += 1) source.find(target);
    await settle(3);
    assert.equal(renders.length, 3);
  });

  it('is shown for a day while the backend fails, and no longer', async () => {
    const { source, clock, next } = openSource();
    const target = targetOf('/news');
    next({ html: 'good' });
    const opened = await source.produce(target);
    assert.ok(opened.kind === 'complete');
    const { page } = opened;
    page.headers.set('public', {});
    next({ html: 'fallback', degraded: true });
    clock.now += minute + 1;
    assert.equal(source.find(target)?.cacheOutcome, 'stale');
    await settle(3);
    assert.equal(source.find(target)?.cacheOutcome, 'stale-if-error');
    assert.deepEqual([page.failedAt, page.headers.size], [clock.now, 0], 'it is private now');
    page.headers.set('private', {});
    clock.now += pageAges.staleIfErrorMs - minute - 1;
    assert.equal(htmlOf(await source.produce(target)), 'good');
    assert.deepEqual([page.failedAt, page.headers.size], [clock.now, 1], 'the headers of a failed page stay');
    clock.now += 1;
    assert.equal(source.find(target), null);
    assert.equal(htmlOf(await source.produce(target)), 'fallback');
  });

  it('whose last renewal failed long ago is rendered for its first visitor', async () => {
    const { source, clock, next } = openSource();
    const target = targetOf('/news/a');
    next({ html: 'good' });
    await source.produce(target);
    next({ html: 'fallback', degraded: true });
    clock.now += minute + 1;
    source.find(target);
    await settle(3);
    clock.now += 20 * hour;
    assert.equal(source.find(target), null);
    next({ missing: true, html: 'missing' });
    const opened = await source.produce(target);
    assert.equal(opened.kind === 'complete' && opened.page.status, 404);
  });

  it('is shown when rendering it again throws', async () => {
    const { source, clock, next, warnings } = openSource();
    const target = targetOf('/about');
    next({ html: 'good' });
    await source.produce(target);
    clock.now += hour;
    next({ error: new Error('broken') });
    const without = [source.produce(targetOf('/team')), source.produce(targetOf('/team'))];
    for (const one of without) await assert.rejects(one, /broken/);
    assert.deepEqual(warnings, []);
    assert.equal(htmlOf(await source.produce(target)), 'good');
    assert.equal(warnings.length, 1);
    next({ html: 'team' });
    assert.equal(htmlOf(await source.produce(targetOf('/team'))), 'team', 'the next visitor gets another render');
  });

  it('is renewed again after a failure only when a pause has passed', async () => {
    const { source, clock, next, renders } = openSource();
    const target = targetOf('/news');
    await source.produce(target);
    next({ degraded: true });
    clock.now += minute + 1;
    source.find(target);
    await settle(3);
    assert.equal(renders.length, 2);
    clock.now += pageAges.retryMs - 1;
    source.find(target);
    await settle(3);
    assert.equal(renders.length, 2, 'the pause');
    clock.now += 1;
    source.find(target);
    await settle(3);
    assert.equal(renders.length, 3);
  });

  it('recovers with the first good render', async () => {
    const { source, clock, next } = openSource();
    const target = targetOf('/news');
    next({ html: 'good' });
    await source.produce(target);
    next({ degraded: true });
    clock.now += minute + 1;
    source.find(target);
    await settle(3);
    next({ html: 'new' });
    clock.now += pageAges.retryMs;
    source.find(target);
    await settle(3);
    const renewed = source.find(target);
    assert.equal(renewed && bodyOf(renewed.page, 'identity').toString(), 'new');
  });

  it('is not replaced by a render that was purged; renders of other pages are stored', async () => {
    const { source, next } = openSource();
    const { promise, resolve: release } = Promise.withResolvers<void>();
    next({ until: promise });
    const running = [source.produce(targetOf('/news/a')), source.produce(targetOf('/about'))];
    source.purge((key) => key.startsWith('/news/a\n'));
    release();
    await Promise.all(running);
    assert.equal(source.find(targetOf('/news/a')), null);
    assert.equal(source.find(targetOf('/about'))?.cacheOutcome, 'hit');
  });

  it('that was purged while its render fails is not shown again, and the failure does not mark its replacement', async () => {
    for (const failure of [{ degraded: true }, { error: new Error('broken') }]) {
      const { source, next } = openSource();
      const target = targetOf('/news');
      await source.produce(target);
      const { promise, resolve: release } = Promise.withResolvers<void>();
      next({ ...failure, until: promise });
      const failing = source.produce(target).catch(() => null);
      await settle();
      source.purge(() => true);
      next({ html: 'replacement' });
      assert.equal(htmlOf(await source.produce(target)), 'replacement');
      release();
      const opened = await failing;
      assert.notEqual(opened?.kind === 'complete' && opened.cacheOutcome, 'stale-if-error');
      assert.equal(source.find(target)?.page.failedAt, undefined);
    }
  });

  it('whose purged render has ended is still rendered once for parallel requests', async () => {
    const { source, next, renders } = openSource();
    const target = targetOf('/news');
    const [purged, later] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    next({ until: purged.promise, html: 'old' });
    const before = source.produce(target);
    await settle();
    source.purge(() => true);
    next({ until: later.promise, html: 'new' });
    const since = [source.produce(target)];
    await settle();
    purged.resolve();
    assert.equal(htmlOf(await before), 'old');
    since.push(source.produce(target));
    later.resolve();
    for (const one of since) assert.equal(htmlOf(await one), 'new');
    assert.equal(renders.length, 2);
  });

  it('with fallback content is not shown in place of another one', async () => {
    const { source, next } = openSource();
    next({ html: 'fallback', degraded: true });
    await source.produce(targetOf('/news'));
    next({ html: 'newer fallback', degraded: true });
    assert.equal(htmlOf(await source.produce(targetOf('/news'))), 'newer fallback');
  });

  it('is neither one whose data come late nor one of another status', async () => {
    const { source, next } = openSource();
    next({ complete: false });
    assert.equal((await source.produce(targetOf('/news'))).kind, 'streamed');
    assert.equal(source.find(targetOf('/news')), null);
    next({ status: 503 });
    await source.produce(targetOf('/news/a'));
    assert.equal(source.find(targetOf('/news/a')), null);
  });
});

describe('a missing page', () => {
  it('is one entry for every address', async () => {
    const { source, next } = openSource();
    next({ missing: true, html: 'missing' });
    const [one, two] = [await source.produce(targetOf('/news/a')), await source.produce(targetOf('/news/b'))];
    assert.ok(one.kind === 'complete' && two.kind === 'complete');
    assert.equal(one.page, two.page, 'the second is the stored page of the first');
    assert.equal(one.page.status, 404);
  });

  it('is read by its kind and language while it is fresh', async () => {
    const { source, next, clock } = openSource();
    const key = missingPageKey('page', 'en');
    assert.equal(source.findMissing(key), null);
    next({ missing: true, html: 'missing' });
    await source.produce(targetOf('/news/a'));
    clock.now += minute - 1;
    const found = source.findMissing(key);
    assert.equal(found?.cacheOutcome, 'hit');
    assert.equal(found.page.status, 404);
    clock.now += 2;
    assert.equal(source.findMissing(key), null);
    next({ missing: true, html: 'still missing' });
    assert.equal(htmlOf(await source.produce(targetOf('/news/b'))), 'still missing');
  });

  it('has an entry of its own, for a shorter time, while a silent backend cannot confirm it', async () => {
    const { source, next, clock } = openSource();
    next({ missing: true, degraded: true, html: 'perhaps missing' });
    await source.produce(targetOf('/news/a'));
    next({ missing: true, degraded: true, html: 'still unknown' });
    assert.equal(htmlOf(await source.produce(targetOf('/news/b'))), 'perhaps missing');
    assert.equal(source.findMissing(missingPageKey('page', 'en')), null);
    clock.now += pageAges.degradedFreshMs;
    assert.equal(htmlOf(await source.produce(targetOf('/news/c'))), 'still unknown');
  });
});
