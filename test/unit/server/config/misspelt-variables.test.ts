import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { variables } from '#server/config/config.ts';
import { findMisspeltVariables } from '#server/config/misspelt-variables.ts';

describe('misspelt variables', () => {
  for (const [variable, meant] of [
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['TRUST_PROXIES', undefined],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
    ['RATE_LIMITS', 'RATE_LIMIT'],
    ['PROT', 'PORT'],
    ['LOGLEVEL', 'LOG_LEVEL'],
  ] as const) {
    it(`finds ${meant ?? 'nothing'} for ${variable}`, () => {
      assert.deepEqual(findMisspeltVariables({ [variable]: 'x' }), meant ? [{ variable, meant }] : []);
    });
  }

  it('leaves the names of other programs alone', () => {
    const usual = ['HOME', 'PATH', 'PWD', 'USER', 'SHELL', 'TERM', 'LANG', 'LOGNAME', 'HOSTNAME', 'NODE_ENV', 'TMPDIR'];
    assert.deepEqual(findMisspeltVariables(Object.fromEntries(usual.map((name) => [name, 'x']))), []);
  });

  it('leaves every variable of the site alone', () => {
    const own = Object.values(variables).map(({ name }) => [name, 'x'] as const);
    assert.deepEqual(findMisspeltVariables(Object.fromEntries(own)), []);
  });
});
