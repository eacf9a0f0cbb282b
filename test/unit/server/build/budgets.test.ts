import assert from 'node:assert/strict';
import { writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { budgets, checkBudgets } from '#server/build/budgets.ts';
import { BuildError } from '#server/build/build-error.ts';
import { seedItems } from '#server/embedded/storage/news-seed.ts';
import { temporaryFolder } from '../../../support/process.ts';

/** A build of one page, whose files have these sizes in bytes. */
async function buildOf(t: TestContext, sizes: Record<string, number>) {
  const dist = await temporaryFolder(t);
  await mkdir(join(dist, 'client'));
  const all = { 'entry.js': 1, 'common.js.br': 1, 'page.js.br': 1, 'site.css.br': 1, 'page.css.br': 1, ...sizes };
  for (const [file, bytes] of Object.entries(all)) await writeFile(join(dist, 'client', file), Buffer.alloc(bytes));
  return checkBudgets(dist, {
    entry: 'entry.js',
    startChunks: ['common.js'],
    stylesheet: 'site.css',
    pageStyles: { news: 'page.css' },
    pages: { news: ['page.js'] },
  });
}

describe('the budgets of a build', () => {
  it('allow as much as they say', (t) =>
    buildOf(t, { 'entry.js': 2000, 'common.js.br': 80_000, 'page.js.br': 8_200, 'page.css.br': 13_999 }));

  it('count the files of a page together, compressed where there is such a file', async (t) => {
    await assert.rejects(
      buildOf(t, { 'common.js.br': 80_000, 'page.js.br': 8_201, 'page.css.br': 14_000 }),
      (error) => {
        assert.ok(error instanceof BuildError);
        assert.equal(
          error.message,
          'too heavy:\nthe scripts of news: 88201 bytes, 88200 at most\nthe styles of news: 14001 bytes, 14000 at most',
        );
        return true;
      },
    );
    await assert.rejects(buildOf(t, { 'entry.js': 2001 }), /^BuildError: too heavy:\nthe entry: 2001 bytes/);
  });
});

it('the article about the weight of the site names the limits of the build', () => {
  const article = seedItems.find(({ slug }) => slug === 'what-this-site-weighs');
  const scripts = (budgets.scripts / 1000).toFixed(1);
  assert.match(
    article?.content ?? '',
    new RegExp(`more than ${scripts} kB of scripts, or more than ${budgets.styles / 1000} kB of styles`),
  );
  assert.ok(
    article?.content_uk?.includes(
      `понад ${scripts.replace('.', ',')} кБ скриптів або понад ${budgets.styles / 1000} кБ стилів`,
    ),
  );
});

it('the tables of built-in news write decimals in Ukrainian with a comma', () => {
  for (const { slug, content_uk } of seedItems)
    assert.deepEqual(content_uk?.match(/<td>\d+\.\d+<\/td>/g) ?? [], [], slug);
});
