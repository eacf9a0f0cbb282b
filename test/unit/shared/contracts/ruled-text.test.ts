import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commentLimits } from '#shared/comment-limits.ts';
import { TrialRequest } from '#shared/contracts/activation.ts';
import { check } from '#shared/contracts/check.ts';
import { NewComment } from '#shared/contracts/news.ts';
import { maxMachineIdLength } from '#shared/machine-id.ts';

describe('a text that follows a rule', () => {
  for (const [author, key] of [
    ['', 'fillFields'],
    [' \n', 'fillFields'],
    // Marks of direction, a zero-width space, fillers and the replacement character show nothing.
    ['\u202e\u2066', 'fillFields'],
    ['\u200b', 'fillFields'],
    ['\u3164\u115f\u2800\ufffd', 'fillFields'],
    ['👩‍🚀', undefined],
    [' '.repeat(commentLimits.author + 1), 'fillFields'],
    ['x'.repeat(commentLimits.author + 1), 'tooLong'],
    [` ${'x'.repeat(commentLimits.author)} `, undefined],
    [7, 'invalid'],
  ] as const)
    it(`is judged without the white space around it: ${key ?? 'no error'} for the name ${JSON.stringify(author).slice(0, 20)}`, () => {
      const [errors] = check({ author, content: 'Thank you' }, NewComment);
      assert.equal(errors?.['author'], key);
    });

  it('is no identifier of a computer with a mark of direction in it', () => {
    const [errors] = check({ machine_id: '7F3A\u202e', email: 'a@example.com' }, TrialRequest);
    assert.deepEqual(errors, { machine_id: 'machineIdInvalid' });
  });

  it('has the first error of each field', () => {
    const [errors] = check({ machine_id: 'x'.repeat(maxMachineIdLength + 1), email: ' ' }, TrialRequest);
    assert.deepEqual(errors, { machine_id: 'machineIdInvalid', email: 'emailRequired' });
  });
});
