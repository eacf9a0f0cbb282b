import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadGoogleScript } from '#client/pages/contacts/map/google-script.ts';

/** A script that fails so often before it loads, and a clock that does not wait. */
function fakeScript(failures: number) {
  const asked: string[] = [];
  const waits: number[] = [];
  const script = {
    failures,
    asked,
    waits,
    appendScript: (address: string) => {
      asked.push(address);
      return asked.length > script.failures ? Promise.resolve() : Promise.reject(new Error('blocked'));
    },
    wait: (ms: number) => {
      waits.push(ms);
      return Promise.resolve();
    },
  };
  return script;
}

describe('the loader of Google Maps', () => {
  it('loads the library with the key and in the language', async () => {
    const script = fakeScript(0);
    await loadGoogleScript({ key: 'a key&', language: 'uk', ...script });

    assert.equal(script.asked.length, 1);
    const address = new URL(script.asked[0] ?? '');
    assert.equal(address.origin + address.pathname, 'https://maps.googleapis.com/maps/api/js');
    assert.equal(address.searchParams.get('key'), 'a key&');
    assert.equal(address.searchParams.get('language'), 'uk');
  });

  it('succeeds at the third try when the first two fail', async () => {
    const script = fakeScript(2);
    await loadGoogleScript({ key: 'key', language: 'en', ...script });
    assert.equal(script.asked.length, 3);
    assert.deepEqual(script.waits, [500, 1000]);
  });

  it('stops after three retries with growing delays', async () => {
    const script = fakeScript(Infinity);
    await assert.rejects(loadGoogleScript({ key: 'key', language: 'en', ...script }), /blocked/);
    assert.equal(script.asked.length, 4);
    assert.deepEqual(script.waits, [500, 1000, 2000]);
  });
});
