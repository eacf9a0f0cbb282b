import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { colours } from '#server/link-previews/scenes.ts';
import { skies } from '#shared/skies.ts';

const tokens = readFileSync(join(import.meta.dirname, '../../../../client/styles/tokens.css'), 'utf8');

describe('the skies of link previews', () => {
  it('have the colours of the stylesheet', () => {
    for (const sky of skies) {
      const { text, ...own } = colours[sky];
      const [, rule = ''] = tokens.split(`[data-sky='${sky}'] {`);
      const [declared = ''] = rule.split('}');
      for (const [name, colour] of Object.entries(own))
        assert.ok(declared.includes(`--${name}: ${colour};`), `${name} of ${sky}`);
      assert.ok(tokens.includes(`--text: ${text};`), `text of ${sky}`);
    }
  });
});
