import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PostAnswer, PostOptions } from '#shared/api.ts';
import { createActivationStore } from '#client/pages/gitl/activation-store.ts';
import { answerOf, filled, openActivation, shown } from '../../../../support/activation-store.ts';

describe('an activation form that is left', () => {
  it('can be sent again after its call was cancelled', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const answers = [
      new Promise<never>(() => undefined),
      Promise.resolve(answerOf(200, { pageUrl: '/sandbox/pay/2' })),
    ];
    const post = (_address: string, _request: unknown, options?: PostOptions) => {
      signals.push(options?.signal);
      return new Promise<PostAnswer>((resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        answers.shift()?.then(resolve, reject);
      });
    };
    const activation = createActivationStore(
      { values: filled, errors: {}, failure: null, status: 'idle' },
      { origin: () => 'http://localhost:3000', language: () => 'en', post },
    );
    const submitted = activation.submit();
    assert.equal(activation.processing.value, true);
    activation.cancel();
    assert.equal(await submitted, null);
    assert.deepEqual([signals[0]?.aborted, activation.processing.value, shown(activation)], [true, false, null]);
    assert.equal(await activation.submit(), '/sandbox/pay/2');
    assert.equal(signals[1]?.aborted, false);
  });

  it('sends nothing while the payment page is loading', async () => {
    const { activation, sent } = openActivation(filled);
    await activation.submit();
    assert.equal(await activation.submit(), null);
    assert.equal(sent.length, 1);
    activation.stopRedirecting();
    assert.equal(await activation.submit(), 'https://pay.example/1');
    assert.equal(sent.length, 2);
  });
});
