import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { parseSubmission, retryValues } from '#server/forms/idempotency.ts';

describe('the key of a request', () => {
  const read = (key?: string) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return parseSubmission({ headers } as IncomingMessage).browserKey;
  };

  it('is the header of this site’s pages, and nothing else', () => {
    assert.equal(read('3f2a9c1e-0d5b-4c7a-9e8f-1a2b3c4d5e6f'), '3f2a9c1e-0d5b-4c7a-9e8f-1a2b3c4d5e6f');
    for (const length of [16, 64]) assert.equal(read('a'.repeat(length)), 'a'.repeat(length));
    for (const odd of [
      undefined,
      '',
      'a'.repeat(15),
      'a'.repeat(65),
      'with spaces in it is too long',
      'ä'.repeat(20),
      '!' + 'a'.repeat(20),
      'a'.repeat(20) + '!',
    ])
      assert.equal(read(odd), null);
  });
});

describe('the key of a retry', () => {
  const read = (field: unknown) => parseSubmission({ headers: {} } as IncomingMessage, { 'retry-key': field });

  it('is the hidden field of this site’s pages, and nothing else', () => {
    const key = '0f8fad5b-d9cb-469f-a165-70867728950e';
    assert.equal(read(key).retryKey, key);
    for (const odd of ['', `${key}0`, `0${key}`, key.slice(1), key.replace('0', 'g'), [key], undefined])
      assert.equal(read(odd).retryKey, undefined);
    assert.equal(parseSubmission({ headers: {} } as IncomingMessage).retryKey, undefined);
  });

  it('is a hidden field of the next page, if there is one', () => {
    assert.deepEqual(retryValues({ retryKey: 'a' }), { 'retry-key': 'a' });
    assert.deepEqual(retryValues({}), {});
  });
});

describe('the visitor of a request', () => {
  it('is an address and a browser', () => {
    const read = (request: object) => parseSubmission(request as IncomingMessage).visitor;
    assert.equal(read({ ip: '10.0.0.1', headers: { 'user-agent': 'Firefox' } }), '10.0.0.1\nFirefox');
    assert.equal(read({ headers: {} }), '\n');
  });
});
