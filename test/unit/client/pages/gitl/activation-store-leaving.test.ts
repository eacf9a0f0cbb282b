import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PostAnswer, PostOptions } from '#shared/api.ts';
import { createActivation } from '#client/pages/gitl/activation-store.ts';
import { answerOf, filled, openActivation, shown } from '../../../../support/activation-store.ts';

describe('an activation form that is left', () => {
  it('opens no payment page, and cancels its call, once the page was left', async () => {
    let answer: (body: PostAnswer) => void = () => undefined;
    const { activation } = openActivation(filled, new Promise((resolve) => (answer = resolve)));
    const submitted = activation.submit();
    activation.unmount();
    answer(answerOf(200, { pageUrl: 'https://pay.example/1' }));
    assert.equal(await submitted, null);
  });

  it('cancels its call when it is closed, and can be sent again when it is shown again', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const answers = [
      new Promise<never>(() => undefined),
      Promise.resolve(answerOf(200, { pageUrl: '/sandbox/pay/2' })),
    ];
    const call = (_request: unknown, options?: PostOptions) => {
      signals.push(options?.signal);
      return new Promise<PostAnswer>((resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        answers.shift()?.then(resolve, reject);
      });
    };
    const activation = createActivation(
      { startTrial: call, createInvoice: call },
      { values: filled, errors: {}, failure: null, status: 'idle' },
      { origin: () => 'http://localhost:3000', language: () => 'en' },
    );
    const submitted = activation.submit();
    assert.equal(activation.processing.value, true);
    activation.unmount();
    assert.equal(await submitted, null);
    assert.deepEqual([signals[0]?.aborted, activation.processing.value, shown(activation)], [true, false, null]);
    activation.mount();
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
