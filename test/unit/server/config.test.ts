import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, readConfig } from '#server/config.ts';

describe('the configuration', () => {
  it('needs nothing', () => {
    const config = readConfig({});
    assert.equal(config.port, 3000);
    assert.equal(config.publicUrl, 'http://localhost:3000');
    assert.equal(config.backendUrl, null);
    assert.equal(config.defaultLanguage, 'en');
    assert.equal(config.trustProxy, false);
  });

  const refused: [name: string, value: string][] = [
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['PUBLIC_URL', 'obrii.example'],
    ['PUBLIC_URL', 'ftp://obrii.example'],
    ['PUBLIC_URL', 'https://obrii.example/site'],
    ['PUBLIC_URL', 'https://a:b@obrii.example'],
    ['BACKEND_URL', 'not an address'],
    ['BACKEND_TOKEN', 'two words'],
    ['BACKEND_TOKEN', 'line\nbreak'],
    ['DEFAULT_LANGUAGE', 'uk'],
    ['TRUST_PROXY', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['REDIS_URL', 'localhost'],
    ['PAGE_CACHE_BYTES', '64MB'],
    ['RATE_LIMIT', 'none'],
    ['METRICS_PORT', '0x50'],
    ['ALLOWED_HOSTS', 'https://www.example.com'],
    ['ALLOWED_HOSTS', 'www.example.com:443'],
    ['REDIS_URL', 'redis://host:port'],
  ];
  for (const [name, value] of refused) {
    it(`refuses ${name}=${JSON.stringify(value)} in one sentence that names it`, () => {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error: unknown) =>
          error instanceof ConfigError &&
          error.message.startsWith(name) &&
          !error.message.includes('\n') &&
          error.message.endsWith('.'),
      );
    });
  }

  for (const [name, value] of [
    ['BACKEND_TOKEN', 'my hunter2'],
    ['REDIS_URL', 'redis://user:hunter2@host:port'],
    ['REDIS_URL', 'http://user:hunter2@host'],
    ['BACKEND_URL', 'https://user:hunter2@backend.example'],
    ['BACKEND_URL', 'user:hunter2@backend.example'],
  ] as const) {
    it(`does not repeat the secret in ${name}=${value}`, () => {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error: unknown) => error instanceof ConfigError && !error.message.includes('hunter2'),
      );
    });
  }
});
