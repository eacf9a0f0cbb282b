import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { barColour } from '#shared/skies.ts';
import { styles } from '../../support/style-sources.ts';

describe('the colour of the bar at the top', () => {
  it('is the one that browsers and the manifest are told', () => {
    const values: string[] = [];
    styles.get('client/styles/tokens.css')?.walkDecls('--black', ({ value }) => void values.push(value));
    assert.deepEqual(values, [barColour]);
  });
});
