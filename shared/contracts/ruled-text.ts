import { define, type Struct } from 'superstruct';
import type { TextRule } from '../text-rule.ts';

/** A text that follows a rule. The message key that the rule returns becomes the refinement of the failure. */
export const ruledText = (rule: TextRule): Struct<string, null> =>
  define<string>('text', (value) => {
    if (typeof value !== 'string') return false;
    const refinement = rule(value);
    return refinement === null || { refinement };
  });
