import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { caseStudies } from '#shared/case-studies.ts';
import english from '../../../locales/en/projects.json' with { type: 'json' };
import ukrainian from '../../../locales/ua/projects.json' with { type: 'json' };

const ids = [
  'solar-plant',
  'blockchain-mobile',
  'ai-team-manager',
  'security-dashboard',
  'smart-manufacturing',
  'healthcare-ai',
  'supply-chain',
];

describe('the case studies', () => {
  it('are these seven, in this order', () => {
    assert.deepEqual(
      caseStudies.map(({ id }) => id),
      ids,
    );
  });

  it('have every text in both languages', () => {
    for (const texts of [english, ukrainian]) {
      assert.deepEqual(Object.keys(texts), ids);
      for (const { id } of caseStudies) {
        for (const part of ['title', 'summary', 'challenge', 'solution', 'result'] as const)
          assert.ok(texts[id][part].length > 0, `${id}.${part}`);
      }
    }
  });

  it('have a picture each, no two the same', () => {
    for (const { art } of caseStudies) assert.ok(existsSync(join(import.meta.dirname, '../../../static', art)), art);
    assert.equal(new Set(caseStudies.map(({ art }) => art)).size, caseStudies.length);
  });
});
