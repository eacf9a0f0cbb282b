import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { act } from '@testing-library/react';
import type { Order } from '#shared/contracts/order.ts';
import type { Language } from '#shared/languages.ts';
import type { OrderState } from '#shared/order-states.ts';
import { page } from '#client/pages/checkout.tsx';
import { filledArea } from '../../support/locales.ts';
import { renderPart } from '../../support/render-part.tsx';

const en = filledArea('en', 'checkout');
const texts = { en, ua: filledArea('ua', 'checkout') };
const inState = (state: OrderState): Order => ({ state, licence: null, expires: null });
const paid: Order = { state: 'success', licence: '-----BEGIN GITL LICENCE-----', expires: '2027-03-01T10:00:00.000Z' };

describe('the title of the payment result', () => {
  for (const language of ['en', 'ua'] as const satisfies Language[]) {
    for (const [query, state, kind] of [
      ['status=success', null, 'success'],
      ['status=failure', null, 'failure'],
      ['', null, 'failure'],
      ['status=success&order=unknown', null, 'failure'],
      ['status=success', 'created', 'waiting'],
      ['status=success', 'processing', 'waiting'],
      ['status=success', 'hold', 'waiting'],
      ['status=success', 'failure', 'failure'],
      ['status=success', 'expired', 'failure'],
      ['status=success', 'reversed', 'returned'],
      ['status=failed', 'success', 'success'],
    ] as const) {
      it(`is that of ${kind} for “${query}” and an order that is ${state ?? 'unknown'} in ${language}`, () => {
        const search = new URLSearchParams(query);
        const data = { order: state && inState(state) };
        const meta = page.meta?.({ data, language, search, texts: { checkout: texts[language] } });
        const product = { en: 'GITL licence', ua: 'ліцензія GITL' }[language];
        assert.equal(meta?.title, `${texts[language][kind].title} · ${product} | Obrii`);
        assert.equal(meta.refreshSeconds, kind === 'waiting' ? 10 : undefined);
      });
    }
  }
});

describe('the page of the payment result', () => {
  function open(t: TestContext, first: Order, answers: (Order | Error)[]) {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const asked: string[] = [];
    const order = (id: string) => {
      asked.push(id);
      const answer = answers.shift() ?? first;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
    const view = renderPart(t, <page.Page data={{ order: first }} />, {
      path: '/checkout',
      search: '?status=success&order=abc',
      api: { order },
    });
    const pass = (ms: number) =>
      act(async () => {
        t.mock.timers.tick(ms);
      });
    return { view, asked, pass };
  }

  it('repeats its request until the bank has decided, then shows the licence and stops', async (t) => {
    const { view, asked, pass } = open(t, inState('created'), [inState('processing'), new Error('offline'), paid]);
    await pass(1300);
    assert.ok(view.getByRole('heading', { name: en.waiting.title }));
    assert.equal(view.queryByText(en.success.text), null);
    assert.ok(view.getByRole('link', { name: en.failure.tryAgain }));
    await pass(1000);
    // A visitor whose payment is in progress gets no link to pay again.
    assert.equal(view.queryByRole('link', { name: en.failure.tryAgain }), null);
    for (const ms of [3000, 4000]) await pass(ms);
    assert.ok(view.getByRole('heading', { name: en.success.title }));
    assert.equal(view.getByRole('region', { name: en.success.licenceLabel }).textContent, paid.licence);
    assert.equal(view.getByRole('status').textContent, en.success.text);
    assert.equal(document.title, `${en.success.title} · GITL licence | Obrii`);
    await pass(60_000);
    assert.deepEqual(asked, ['abc', 'abc', 'abc']);
  });

  it('shows a payment that was declined first and then made on the same page of the bank', async (t) => {
    const { view, asked, pass } = open(t, inState('failure'), [inState('failure'), paid]);
    await pass(1300);
    assert.ok(view.getByRole('heading', { name: en.failure.title }));
    for (const ms of [1000, 3000]) await pass(ms);
    assert.ok(view.getByRole('heading', { name: en.success.title }));
    await pass(60_000);
    assert.equal(asked.length, 2);
  });

  it('sends no request in the background, and none after the invoice has expired', async (t) => {
    const { asked, pass } = open(t, inState('failure'), []);
    const hidden = t.mock.getter(document, 'hidden', () => true);
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(60_000);
    assert.deepEqual(asked, []);
    hidden.mock.restore();
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(2000);
    assert.equal(asked.length, 1, 'soon after the buyer has come back');
    for (let minute = 0; minute < 90; minute += 1) for (const ms of [20_000, 20_000, 20_000]) await pass(ms);
    const { length } = asked;
    assert.ok(length > 200, `${length} requests`);
    await pass(60_000);
    assert.equal(asked.length, length);
  });

  it('sends no request for a finished order, nor after the visitor has left', async (t) => {
    const over = open(t, inState('expired'), []);
    await over.pass(60_000);
    assert.deepEqual(over.asked, []);
    over.view.unmount();
    t.mock.timers.reset();
    const left = open(t, inState('processing'), []);
    left.view.unmount();
    await left.pass(60_000);
    assert.deepEqual(left.asked, []);
  });
});
