import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeys } from '#client/forms/idempotency-key.ts';

describe('an idempotency key', () => {
  it('is random', () => {
    const keys = Array.from({ length: 100 }, () => createKeys().keyOf([]));
    for (const key of keys) assert.match(key, /^[\da-f]{32}-/);
    assert.equal(new Set(keys).size, keys.length);
  });

  it('has two digits for every byte', (t) => {
    t.mock.method(crypto, 'getRandomValues', (bytes: Uint8Array) => bytes.map((_, position) => position));
    assert.match(createKeys().keyOf([]), /^000102030405060708090a0b0c0d0e0f-/);
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

  it('is the given random part and the hash FNV-1a of the content, in a form that the server takes', () => {
    const { keyOf } = createKeys(() => '0f8fad5b-d9cb-469f-a165-70867728950e');
    assert.equal(keyOf([]), `0f8fad5b-d9cb-469f-a165-70867728950e-${(0x741638a5).toString(36)}`);
    for (const text of ['', 'Hello', 'Привіт 👋', 'x'.repeat(20_000)]) assert.match(keyOf({ text }), /^[\w-]{38,44}$/);
  });

  it('asks for a random part once for each success', () => {
    let asked = 0;
    const keys = createKeys(() => `part ${(asked += 1)}`);
    assert.equal(asked, 0);
    for (const content of [{ text: 'a' }, { text: 'b' }]) assert.match(keys.keyOf(content), /^part 1-/);
    keys.succeeded();
    assert.match(keys.keyOf({ text: 'a' }), /^part 2-/);
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
