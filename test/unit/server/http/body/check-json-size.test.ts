import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkJsonSize } from '#server/http/body/check-json-size.ts';
import { RequestError } from '#server/http/body/request-error.ts';

const check = (text: string) => checkJsonSize(Buffer.from(text));

describe('a large JSON body', () => {
  it('may have 200 structural characters, wherever they are, and any number within its strings', () => {
    check(`{${Array.from({ length: 100 }, (_, index) => `"${index}":0`).join(',')}}`);
    check(`{"message":${JSON.stringify('{[,:"\\'.repeat(1000))}}`);
    assert.throws(() => check(`[${'0,'.repeat(200)}0]`), RequestError);
    assert.throws(() => check(`["a\\\\",${'0,'.repeat(200)}0]`), RequestError, 'an escaped backslash ends no string');
  });

  it('may have 300,000 escaped characters, as an attachment whose slashes are escaped', () => {
    for (const escaped of ['\\/', '\\"', '\\\\', '\\n']) {
      check(`{"message":"${escaped.repeat(300_000)}"}`);
      assert.throws(() => check(`{"message":"${escaped.repeat(300_001)}"}`), RequestError, escaped);
    }
  });
});
