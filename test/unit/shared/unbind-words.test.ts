import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bindNumbers, bindShortWords } from '#shared/typography.ts';
import { unbindWords } from '#shared/unbind-words.ts';

describe('unbindWords', () => {
  it('restores a text with bound words and numbers', () => {
    const text = 'Інтеграція ML-моделей у ваші системи: 14 днів за законом № 2297-VI.';
    const bound = bindShortWords(bindNumbers(text));
    assert.notEqual(bound, text);
    assert.equal(unbindWords(bound), text);
  });
});
