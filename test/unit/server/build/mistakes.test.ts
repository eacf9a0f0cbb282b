import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findMistakes } from '#server/build/mistakes.ts';
import { root } from '#server/build/root.ts';
import { readTexts } from '#server/lib/texts.ts';

describe('a stylesheet of a single page', () => {
  it('is a mistake if no page has its name', async () => {
    const texts = await readTexts(join(root, 'locales'));
    assert.deepEqual(findMistakes(texts, ['home', 'contacts', 'desk']), []);
    assert.deepEqual(findMistakes(texts, ['home', 'kontacts']), [
      'client/sheets/kontacts.css: there is no page with this name in client/routes.ts',
    ]);
  });
});
