import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Declaration, Root, Rule } from 'postcss';
import { rulesOf, styles } from '../../support/style-sources.ts';

/** The duration of a transition or an animation in ms, where it is a number and not a token; else 0. */
function durationOf({ prop, value }: Declaration): number {
  if (!/^(transition|animation)(-duration)?$/.test(prop)) return 0;
  const [, number = '0', unit] = /(?<![-\w.])([\d.]+)(m?s)\b/.exec(value) ?? [];
  return Number(number) * (unit === 's' ? 1000 : 1);
}

/** The selector of a rule after those of the rules that contain it. */
function selectorOf({ selector, parent }: Rule): string {
  let whole = selector;
  for (let outer: Rule['parent'] | Root['parent'] = parent; outer; outer = outer.parent)
    if ('selector' in outer) whole = `${String(outer.selector)} ${whole}`;
  return whole;
}

const isStopped = (rule: Rule) =>
  selectorOf(rule).includes('[data-still]') && rule.some((node) => node.type === 'decl' && node.value === 'none');

describe('a movement with a duration of its own', () => {
  it('does not run for a visitor who has stopped all motion in the footer', () => {
    const moving: string[] = [];
    for (const [file, sheet] of styles) {
      const rules = rulesOf(sheet);
      if (rules.some(isStopped)) continue;
      for (const rule of rules)
        rule.each((node) => {
          if (node.type !== 'decl' || durationOf(node) < 100) return;
          if (!selectorOf(rule).includes(':not([data-still])')) moving.push(`${file}: ${selectorOf(rule)}`);
        });
    }
    assert.deepEqual(moving, []);
  });
});
