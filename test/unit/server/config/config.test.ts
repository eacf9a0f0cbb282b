import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig, variables } from '#server/config/config.ts';
import { ConfigError } from '#server/config/config-error.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('the configuration', () => {
  it('is valid without variables', () => {
    const config = readConfig({});
    assert.equal(config.port, 3000);
    assert.equal(config.publicUrl, 'http://localhost:3000');
    assert.equal(config.backendUrl, null);
    assert.equal(config.defaultLanguage, 'en');
    assert.equal(config.trustProxy, false);
    assert.equal(config.purgeToken, null);
    assert.equal(config.maxRenders, 64);
  });

  it('treats an empty variable as not set', () => {
    const empty = Object.fromEntries(Object.values(variables).map(({ name }) => [name, '']));
    assert.deepEqual(readConfig(empty), readConfig({}));
  });

  it('parses the default of every variable like the text of an operator', () => {
    for (const { name, fallback } of Object.values(variables)) {
      if (name === 'PUBLIC_URL') continue; // names PORT
      assert.deepEqual(readConfig({ [name]: fallback }), readConfig({}), name);
    }
    assert.equal(readConfig({ PORT: '8080' }).publicUrl, 'http://localhost:8080');
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
    ['PURGE_TOKEN', 'two words that are long'],
    ['PURGE_TOKEN', 'fifteen-letters'],
    ['METRICS_TOKEN', 'ключ-до-показників'],
    ['METRICS_TOKEN', 'short'],
    ['MAX_RENDERS', '0'],
    ['MAX_RENDERS', 'many'],
    ['MAX_CONNECTIONS', '9'],
    ['DEFAULT_LANGUAGE', 'uk'],
    ['TRUST_PROXY', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['REDIS_URL', 'localhost'],
    ['PAGE_CACHE_BYTES', '64MB'],
    ['RATE_LIMIT', 'none'],
    ['METRICS_PORT', '0x50'],
    ['ALLOWED_HOSTS', 'https://www.example.com'],
    ['ALLOWED_HOSTS', 'www.example.com:443'],
    ['ALLOWED_HOSTS', ','],
    ['DESK_EMAILS', ','],
    ['DESK_EMAILS', ' , '],
    ['DESK_EMAILS', 'marta@obrii.example,ivan'],
    ['DESK_EMAILS', 'marta@obrii.example\u200b'],
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

  it('refuses a DESK_HOST whose DESK_EMAILS names nobody', () => {
    const env = { DESK_HOST: 'desk.example.com', DESK_EMAILS: ',' };
    assert.throws(() => readConfig(env), /^ConfigError: DESK_EMAILS="," cannot be used/);
  });

  it('ignores a comma too many in a list', () => {
    assert.deepEqual(readConfig({ DESK_EMAILS: 'marta@obrii.example,' }).deskEmails, ['marta@obrii.example']);
  });

  for (const [name, value] of [
    ['BACKEND_TOKEN', 'my hunter2'],
    ['PURGE_TOKEN', 'my hunter2 of more letters'],
    ['METRICS_TOKEN', 'hunter2'],
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

describe('the documented configuration', () => {
  it('is a table in server/operations/configuration.md with a row for each variable, and no other row', () => {
    const rows = [
      ...read('server/operations/configuration.md').matchAll(/^\| `([A-Z_]+)`\s*\|\s*(.*?)\s*\|\s*(.*?)\s*\|$/gm),
    ];
    assert.deepEqual(
      rows.map(([, name, fallback, description]) => ({ name, fallback, description })),
      Object.values(variables).map(({ name, fallback, description }) => ({
        name,
        fallback: fallback ? `\`${fallback}\`` : 'none',
        description,
      })),
    );
  });

  it('is .env.example with a line for each variable, turned off, with its default and its description above', () => {
    const words = (text: string) => text.replaceAll(/[`\s]+/g, ' ').trim();
    const lines = [...read('.env.example').matchAll(/((?:^# .*\n)+)^#([A-Z_]+)=(.*)$/gm)];
    assert.deepEqual(
      lines.map(([, comment = '', name, fallback]) => ({
        name,
        fallback,
        description: words(comment.replaceAll(/^# /gm, ' ')),
      })),
      Object.values(variables).map(({ name, fallback, description }) => ({
        name,
        fallback,
        description: words(description.replaceAll('`', '')),
      })),
    );
  });

  it('is read outside of server/config/, variable by variable', () => {
    const code = globSync('server/**/*.{ts,tsx}', { cwd: root, exclude: ['server/config/**'] })
      .map((file) => read(file))
      .join('\n');
    const unread = Object.keys(variables).filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
    assert.deepEqual(unread, []);
  });
});
