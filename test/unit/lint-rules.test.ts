import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { ESLint, Linter } from 'eslint';
import typescript from 'typescript-eslint';

const root = join(import.meta.dirname, '../..');
const names = ['no-restricted-globals', 'no-restricted-properties', 'no-restricted-syntax', 'local/explained-casts'];

describe('the lint rules for addresses, markup and casts', () => {
  let rules: Linter.RulesRecord = {};
  let plugins: Record<string, ESLint.Plugin> = {};
  before(async () => {
    const eslint = new ESLint({ cwd: root, overrideConfigFile: '.eslint.config.mjs' });
    const config = (await eslint.calculateConfigForFile(join(root, 'server/lib/texts.ts'))) as {
      rules: Linter.RulesRecord;
      plugins: Record<string, ESLint.Plugin>;
    };
    plugins = { local: config.plugins['local'] ?? {} };
    rules = Object.fromEntries(Object.entries(config.rules).filter(([name]) => names.includes(name)));
  });

  /** Lints code as a file of the server, with these rules alone. */
  const lint = (code: string) =>
    new Linter().verify(
      code,
      { files: ['**/*.ts'], languageOptions: { parser: typescript.parser }, plugins, rules },
      'a.ts',
    );

  const mistakes = [
    'encodeURIComponent(x)',
    'globalThis.encodeURIComponent(x)',
    'window.encodeURI(x)',
    'encodeURI(x)',
    'escape(x)',
    '`/news/${x}`',
    '`/${x}`',
    "'/news/' + x",
    '`<p>${x}</p>`',
    '`${x}<br>`',
    '`<a href="${x}">`',
    "'<p>' + x",
    "x.replaceAll('<', '&lt;')",
    '// reason\nx as unknown as string',
    'x as string',
    '<string>x',
    'x!.y',
    '// reason\n\nx as string',
    '// reason\nfunction f() {\n  return x as string;\n}',
    '// reason\nf({\n  y: x as string,\n})',
    '// reason\nf(\n  x!,\n)',
    '// reason\nconst f = {\n  g: () => x as string,\n};',
  ];
  for (const code of mistakes)
    it(`find ${code}`, () => {
      assert.equal(lint(code).length > 0, true);
    });

  const correct = [
    "addressOf('/news/:slug', { slug })",
    'html`<p class="${x}">${y}</p>`',
    "'/news'",
    "'<br>'",
    '`//# sourceMappingURL=${x}`',
    '`<${x}>; rel=preload`',
    '`${x}/news/${y}`',
    '`a < ${x}`',
    'x as const',
    '<const>x',
    'x as string; // reason',
    '// reason\nx as string',
    '// reason\nexport const f = () => x as string;',
    'f({\n  // reason\n  y: x as string,\n})',
    'f(\n  // reason\n  x!,\n)',
  ];
  for (const code of correct)
    it(`accept ${code}`, () => {
      assert.deepEqual(lint(code), []);
    });
});
