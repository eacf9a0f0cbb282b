import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '#server/config/config.ts';
import { startWarnings } from '#server/embedded/settings.ts';

describe('the warnings at the start', () => {
  it('name a token of Monobank with which nobody can pay, because PAYMENTS is not set', () => {
    const warningsOf = (env: Record<string, string>) =>
      startWarnings(readConfig({ PUBLIC_URL: 'https://www.example.com', LICENCE_KEY: 'key.pem', ...env })).join('\n');
    assert.match(warningsOf({ MONOBANK_TOKEN: 'token' }), /MONOBANK_TOKEN is set and PAYMENTS is not/);
    for (const PAYMENTS of ['monobank', 'off', 'sandbox'])
      assert.doesNotMatch(warningsOf({ MONOBANK_TOKEN: 'token', PAYMENTS }), /MONOBANK_TOKEN/);
    assert.doesNotMatch(warningsOf({}), /MONOBANK_TOKEN/);
  });
});
