import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageAges } from '#server/pages/page-age.ts';
import { bodyOf } from '#server/pages/page-cache.ts';
import { missingPageKey } from '#server/pages/page-key.ts';
import { hour, htmlOf, minute, openSource, targetOf } from '../../../support/page-source.ts';
import { settle } from '../../../support/settle.ts';

describe('a stored page', () => {
  it('is fresh for a minute, is served for ten more while it is rendered again, and is not served after that', async () => {
    const { source, clock, renders } = openSource();
    const target = targetOf('/about');
    await source.produce(target);
    clock.now += minute - 1;
    assert.equal(source.find(target)?.from, 'hit');
    assert.equal(renders.length, 1);
    clock.now += 2;
    assert.equal(source.find(target)?.from, 'stale');
    await settle(3);
    assert.equal(renders.length, 2, 'it was renewed');
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
    for (let visitor = 0; visitor < 30; visitor += 1) assert.equal(source.find(target)?.from, 'stale');
    await settle(3);
    assert.equal(renders.length, 2);
    assert.equal(source.find(target)?.from, 'hit');
    clock.now += minute + 1;
    for (let visitor = 0; visitor < 30; visitor += 1) source.find(target);
    await settle(3);
    assert.equal(renders.length, 3);
  });

  it('is shown for a day while the backend fails, and no longer', async () => {
    const { source, clock, next } = openSource();
    const target = targetOf('/news');
    next({ html: 'good' });
    await source.produce(target);
    next({ html: 'fallback', degraded: true });
    clock.now += minute + 1;
    assert.equal(source.find(target)?.from, 'stale');
    await settle(3);
    assert.equal(source.find(target)?.from, 'stale-if-error');
    assert.notEqual(source.find(target)?.page.failedAt, undefined, 'it is private now');
    clock.now += 23 * hour;
    assert.equal(htmlOf(await source.produce(target)), 'good');
    clock.now += 2 * hour;
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
    const { source, clock, next } = openSource();
    const target = targetOf('/about');
    next({ html: 'good' });
    await source.produce(target);
    clock.now += hour;
    next({ error: new Error('broken') });
    assert.equal(htmlOf(await source.produce(target)), 'good');
    await assert.rejects(source.produce(targetOf('/team')), /broken/);
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
    assert.equal(source.find(targetOf('/about'))?.from, 'hit');
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
    assert.equal(found?.from, 'hit');
    assert.equal(found.page.status, 404);
    clock.now += 2;
    assert.equal(source.findMissing(key), null);
  });
});
