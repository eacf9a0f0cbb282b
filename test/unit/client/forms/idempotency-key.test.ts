import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeys } from '#client/forms/idempotency-key.ts';

describe('an idempotency key', () => {
  it('is random', () => {
    const keys = Array.from({ length: 100 }, () => createKeys().keyOf([]));
    for (const key of keys) assert.match(key, /^[\da-f]{32}-/);
    assert.equal(new Set(keys).size, keys.length);
  });

  it('is repeated for the same content until one has succeeded, also after other contents', () => {
    const keys = createKeys();
    const hello = () => ({ author: 'Olha', content: 'Hello' });
    const first = keys.keyOf(hello());
    assert.equal(keys.keyOf(hello()), first);
    const second = keys.keyOf({ author: 'Olha', content: 'Hello again' });
    assert.notEqual(second, first);
    assert.notEqual(keys.keyOf({ author: 'Olha' }), second);
    assert.equal(keys.keyOf(hello()), first);
    keys.succeeded();
    assert.notEqual(keys.keyOf(hello()), first);
  });

  it('is 16 random bytes, with two digits for each, and the hash FNV-1a of the content', (t) => {
    t.mock.method(crypto, 'getRandomValues', (bytes: Uint8Array) => bytes.map((_, position) => position));
    const { keyOf } = createKeys();
    assert.equal(keyOf([]), `000102030405060708090a0b0c0d0e0f-${(0x741638a5).toString(36)}`);
    // The server takes keys of this form.
    for (const text of ['', 'Hello', 'Привіт 👋', 'x'.repeat(20_000)]) assert.match(keyOf({ text }), /^[\w-]{34,40}$/);
  });

  it('continues with the random part of a draft, until a success', () => {
    const keys = createKeys();
    assert.equal(keys.randomPart(), undefined);
    const key = keys.keyOf(['Hello']);
    const restored = createKeys();
    restored.restore(keys.randomPart());
    assert.equal(restored.keyOf(['Hello']), key);
    restored.succeeded();
    assert.equal(restored.randomPart(), undefined);
  });

  it('is the same for a file that was chosen again, and another for another file', () => {
    const { keyOf } = createKeys();
    const file = (name: string, text: string, lastModified: number) => ({
      attachment: new File([text], name, { lastModified }),
    });
    const first = keyOf(file('cv.pdf', 'text', 1));
    assert.equal(keyOf(file('cv.pdf', 'text', 1)), first);
    const others = [
      file('b.pdf', 'text', 1),
      file('cv.pdf', 'longer', 1),
      file('cv.pdf', 'text', 2),
      { attachment: null },
    ];
    assert.equal(new Set([first, ...others.map(keyOf)]).size, 5);
  });
});
