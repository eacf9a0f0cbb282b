import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkParts } from '#server/http/body/check-parts.ts';
import { RequestError } from '#server/http/body/request-error.ts';

const check = (text: string) => checkParts(Buffer.from(text));

describe('a large JSON body', () => {
  it('may have 200 parts, wherever they are, and any signs within its texts', () => {
    check(`{${Array.from({ length: 100 }, (_, index) => `"${index}":0`).join(',')}}`);
    check(`{"message":${JSON.stringify('{[,:"\\'.repeat(1000))}}`);
    assert.throws(() => check(`[${'0,'.repeat(200)}0]`), RequestError);
    assert.throws(() => check(`["a\\\\",${'0,'.repeat(200)}0]`), RequestError, 'an escaped backslash ends no text');
  });

  it('may have 300,000 escaped characters, as an attachment whose slashes are escaped', () => {
    for (const escaped of ['\\/', '\\"', '\\\\', '\\n']) {
      check(`{"message":"${escaped.repeat(300_000)}"}`);
      assert.throws(() => check(`{"message":"${escaped.repeat(300_001)}"}`), RequestError, escaped);
    }
  });
});
