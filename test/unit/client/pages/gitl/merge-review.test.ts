import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMergeReview, isMergeable } from '#client/pages/gitl/merge-review.ts';

describe('a review of merge proposals', () => {
  it('goes through all of them and counts what was decided', () => {
    const review = createMergeReview(3);
    review.accept();
    assert.equal(review.verdict.value, 'accepted');
    review.next();
    review.reject();
    review.next();
    review.edit();
    assert.equal(review.save('const a = 1;'), true);
    assert.equal(review.ownCode.value, 'const a = 1;');
    review.next();
    assert.equal(review.phase.value, 'finished');
    assert.deepEqual(
      (['accepted', 'edited', 'rejected'] as const).map((verdict) => review.count(verdict)),
      [1, 1, 1],
    );
  });

  it('takes one decision for each, and goes on only after it', () => {
    const review = createMergeReview(2);
    review.next();
    assert.equal(review.index.value, 0);
    review.accept();
    review.reject();
    review.edit();
    assert.equal(review.verdict.value, 'accepted');
    assert.equal(review.count('rejected'), 0);
    assert.equal(review.phase.value, 'decided');
  });

  it('drops an edit that is cancelled, and begins anew', () => {
    const review = createMergeReview(1);
    review.edit();
    review.cancelEdit();
    assert.equal(review.phase.value, 'open');
    review.accept();
    review.next();
    review.restart();
    assert.deepEqual([review.phase.value, review.index.value, review.count('accepted')], ['open', 0, 0]);
  });

  it('refuses an edit that could not be merged', () => {
    const review = createMergeReview(1);
    review.edit();
    for (const code of ['', '  \n', 'a\n<<<<<<< main\nb', 'a\n=======\nb', '>>>>>>> branch']) {
      assert.equal(isMergeable(code), false, code);
      assert.equal(review.save(code), false);
    }
    assert.equal(review.phase.value, 'editing');
    assert.equal(isMergeable('if (a === b) c <<= 7;'), true);
  });
});
