import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { models } from '#client/content/models.ts';

const styles = readFileSync(join(import.meta.dirname, '../../../../client/pages/llm-development/meter.css'), 'utf8');

describe('the model bars', () => {
  it('have these accuracies and speeds, in percent', () => {
    assert.deepEqual(
      models.map(({ accuracy }) => accuracy),
      [95, 92, 88, 85],
    );
    assert.deepEqual(
      models.map(({ speed }) => speed),
      [85, 90, 95, 98],
    );
  });

  it('have a drawn length for every value', () => {
    for (const value of models.flatMap(({ accuracy, speed }) => [accuracy, speed])) {
      assert.match(styles, new RegExp(`data-value=["']${value}["']\\] \\{\\s+--to: ${value}%;`));
    }
  });
});
