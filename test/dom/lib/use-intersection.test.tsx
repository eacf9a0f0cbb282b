import assert from 'node:assert/strict';
import { useRef } from 'react';
import { describe, it } from 'node:test';
import { act } from '@testing-library/react';
import { useInView, useNear, useScrolledPast } from '#client/lib/use-intersection.ts';
import { renderPart } from '../../support/render-part.tsx';
import { replaceProperty } from '../../support/replace-property.ts';

function Box() {
  const box = useRef<HTMLDivElement>(null);
  const inView = useInView(box, 0.5);
  const past = useScrolledPast(box);
  const near = useNear(box, '400px');
  return <div ref={box}>{`in view ${inView}, past ${past}, near ${near}`}</div>;
}

const entry = (isIntersecting: boolean, top: number) =>
  ({
    isIntersecting,
    intersectionRatio: isIntersecting ? 1 : 0,
    boundingClientRect: { top },
  }) as IntersectionObserverEntry;

describe('the visibility of an element', () => {
  it('is that of the last change, when the browser reports several at once', (t) => {
    const reports: IntersectionObserverCallback[] = [];
    replaceProperty(t, globalThis, 'IntersectionObserver', {
      value: class {
        constructor(report: IntersectionObserverCallback) {
          reports.push(report);
        }
        observe() {}
        disconnect() {}
      },
    });
    const { container } = renderPart(t, <Box />);
    const report = (...entries: IntersectionObserverEntry[]) =>
      act(() => reports.forEach((tell) => tell(entries, null as never)));
    report(entry(false, 900));
    assert.equal(container.textContent, 'in view false, past false, near false');
    report(entry(false, -300), entry(true, 100));
    assert.equal(container.textContent, 'in view true, past false, near true');
    report(entry(true, 100), entry(false, -300));
    assert.equal(container.textContent, 'in view false, past true, near true', 'what was near once stays so');
  });
});
