import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { act } from '@testing-library/react';
import { Gauge } from '#client/pages/home/gauge.tsx';
import { renderPart } from '../../support/render-part.tsx';
import { replaceProperty } from '../../support/replace-property.ts';

/** A gauge that is seen at once, on a clock that the test moves. */
function renderGauge(t: TestContext, target: number, decimals: number) {
  let frame: FrameRequestCallback | undefined;
  const entry = { isIntersecting: true, intersectionRatio: 1 } as IntersectionObserverEntry;
  const SeenAtOnce = function (report: IntersectionObserverCallback) {
    return { observe: () => report([entry], null as never), disconnect: () => undefined };
  };
  replaceProperty(t, globalThis, 'IntersectionObserver', { value: SeenAtOnce });
  t.mock.method(performance, 'now', () => 1000);
  t.mock.method(globalThis, 'requestAnimationFrame', (next: FrameRequestCallback) => {
    frame = next;
    return 1;
  });
  const view = renderPart(t, <Gauge target={target} decimals={decimals} sign="%" share="60" text="of something" />);
  return {
    /** Paints the frame of that many milliseconds after the start. */
    at(ms: number) {
      const next = frame;
      frame = undefined;
      act(() => next?.(1000 + ms));
    },
    number: () => view.container.querySelector('.gauge__num [aria-hidden]')?.textContent,
    line: () => view.container.querySelector<HTMLElement>('.gauge__line')?.style.getPropertyValue('--progress'),
  };
}

describe('a gauge', () => {
  it('is an item of a list, because Firefox moves the content of a <div> in the accessibility tree when it rises', (t) => {
    const view = renderPart(t, <Gauge target={60} text="of something" />);
    assert.equal(view.container.querySelector('[data-rise]')?.localName, 'li');
  });

  for (const [target, decimals, final] of [
    [60, 0, '60%'],
    [80, 0, '80%'],
    [1.04, 2, '1.04%'],
  ] as const) {
    it(`counts to ${final} in exactly two seconds`, (t) => {
      const { at, number } = renderGauge(t, target, decimals);
      at(0);
      assert.equal(number(), decimals ? '0.00%' : '0%');
      for (const ms of [500, 1000, 1500, 1900, 1990]) {
        at(ms);
        assert.notEqual(number(), final, `${ms} ms`);
      }
      at(2000);
      assert.equal(number(), final);
    });
  }

  it('lengthens its line with the number', (t) => {
    const { at, number, line } = renderGauge(t, 60, 0);
    for (const ms of [200, 700, 1300, 1900]) {
      at(ms);
      assert.equal(number(), `${Math.trunc(60 * Number(line()))}%`, `${ms} ms`);
    }
    at(2000);
    assert.equal(line(), '');
  });
});
