import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readQuestions } from '#server/structured-data/questions.ts';

describe('questions', () => {
  const html =
    '<p>Intro?</p><h2>Questions</h2><h3>Does it <em>work</em>?</h3><p>Yes, &amp; well.</p><p>Always.</p><h3>No question</h3><p>x</p><h3>Unanswered?</h3><h3>And now?</h3><ul><li>no</li></ul><p>Now.</p>';

  it('are headings with a question mark, with the paragraphs after them', () => {
    assert.deepEqual(readQuestions('wearable-safety-roi', html), [
      { question: 'Does it work?', answer: 'Yes, & well.\nAlways.' },
      { question: 'And now?', answer: 'Now.' },
    ]);
  });

  it('are read only on the two named articles', () => {
    assert.deepEqual(readQuestions('another', html), []);
  });
});
