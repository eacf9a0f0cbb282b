import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIdempotencyKey, createKeys } from '#client/forms/idempotency-key.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe('an idempotency key', () => {
  it('is a random UUID, also where the browser has no randomUUID', () => {
    const keys = [createIdempotencyKey(), createIdempotencyKey()];
    const insecure = { getRandomValues: crypto.getRandomValues.bind(crypto) };
    keys.push(createIdempotencyKey(insecure), createIdempotencyKey(insecure));
    for (const key of keys) assert.match(key, uuid);
    assert.equal(new Set(keys).size, keys.length);
  });

  it('is repeated for the same content until that has succeeded', () => {
    const keys = createKeys();
    const first = keys.keyOf({ author: 'Olha', content: 'Hello' });
    assert.equal(keys.keyOf({ content: 'Hello', author: 'Olha' }), first);
    const second = keys.keyOf({ author: 'Olha', content: 'Hello again' });
    assert.notEqual(second, first);
    assert.notEqual(keys.keyOf({ author: 'Olha' }), second);
    const third = keys.keyOf({ author: 'Olha', content: 'Hello' });
    assert.notEqual(third, first);
    keys.succeeded();
    assert.notEqual(keys.keyOf({ author: 'Olha', content: 'Hello' }), third);
  });
});
