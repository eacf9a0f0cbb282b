import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { streamedId, unpackData, type DeferredValue } from '#client/lib/deferred-value.ts';

const names = ['comments', 'others'];

function unpack(load: () => Promise<unknown>): DeferredValue<unknown>[] {
  const data = unpackData({ now: { item: 1 }, arrived: {}, streamed: names }, load) as Record<
    string,
    DeferredValue<unknown>
  >;
  return names.map((name) => data[name] as DeferredValue<unknown>);
}

describe('a streamed value that has come', () => {
  it('stays when its place is removed from the page, and is not loaded again', () => {
    const [comments] = unpack(() => Promise.reject(new Error('loaded again')));
    const place = document.createElement('data');
    place.id = streamedId('comments');
    place.setAttribute('value', '["a"]');
    document.body.append(place);
    assert.deepEqual([comments?.status, comments?.value], ['fulfilled', ['a']]);
    place.remove();
    assert.deepEqual([comments?.status, comments?.value], ['fulfilled', ['a']]);
  });
});

describe('streamed values that did not come', () => {
  it('are loaded once, all together', async () => {
    let loads = 0;
    const values = unpack(async () => {
      loads += 1;
      return { comments: ['a'], others: ['b'] };
    });
    assert.deepEqual(
      values.map(({ status }) => status),
      ['pending', 'pending'],
    );
    assert.deepEqual(await Promise.all(values), [['a'], ['b']]);
    assert.equal(loads, 1);
    assert.deepEqual(
      values.map(({ status, value }) => [status, value]),
      [
        ['fulfilled', ['a']],
        ['fulfilled', ['b']],
      ],
    );
  });

  it('are rejected with the reason when they cannot be loaded, so that React shows the error', async () => {
    const failure = new Error('offline');
    const [comments] = unpack(() => Promise.reject(failure));
    await assert.rejects(Promise.resolve(comments), failure);
    assert.equal(comments?.status, 'rejected');
    assert.equal(comments.reason, failure);
  });
});
