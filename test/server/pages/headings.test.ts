import assert from 'node:assert/strict';
import { it } from 'node:test';
import { languageNames } from '#shared/languages.ts';
import { publicPages } from '../../support/public-pages.ts';
import { serve } from '../../support/serve.ts';

it('the headings of every page begin with its only h1 and skip no level', async (t) => {
  const { html } = await serve(t);
  for (const path of [...publicPages, '/news/smart-protective-equipment', '/none'])
    for (const language of languageNames) {
      const text = await html(`${path}?lang=${language}`);
      const levels = [...text.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
      const wrong = levels.filter((level, position) =>
        position === 0 ? level !== 1 : level === 1 || level > Number(levels[position - 1]) + 1,
      );
      assert.deepEqual(wrong, [], `${path} in ${language}: ${levels.join(' ')}`);
      assert.ok(levels.length > 0, path);
    }
});
