import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { is } from 'superstruct';
import { BrowserError } from '#shared/contracts/browser-error.ts';

const good = { kind: 'uncaught', route: 'team', name: 'TypeError', at: '/assets/a.js:1:2' };

describe('an error that a browser reports', () => {
  it('has a kind, a route, a class and perhaps a place', () => {
    assert.ok(is(good, BrowserError));
    assert.ok(is({ kind: 'chunk', route: 'team', name: 'TypeError' }, BrowserError));
  });

  for (const bad of [
    { ...good, kind: 'other' },
    { ...good, route: '' },
    { ...good, route: 'r'.repeat(61) },
    { ...good, name: '' },
    { ...good, name: 'n'.repeat(61) },
    { ...good, at: 'a'.repeat(201) },
    { ...good, message: 'olha@example.com is no function' },
  ]) {
    it(`is not ${JSON.stringify(bad).slice(0, 80)}`, () => {
      assert.ok(!is(bad, BrowserError));
    });
  }
});
