import { commentLimits } from './comment-limits.ts';
import { textRule } from './text-rule.ts';

const rule = (maxLength: number) => textRule('fillFields', 'tooLong', (text) => text.length <= maxLength);

/**
 * The rules of a comment's texts, for the form in the browser and for the contract that the server checks. Each returns
 * a key under `comments` in locales/<language>/news.json.
 */
export const commentTextRules = { author: rule(commentLimits.author), content: rule(commentLimits.content) };
