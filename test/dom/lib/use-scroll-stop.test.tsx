import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { useScrollStop } from '#client/lib/use-scroll-stop.ts';
import { renderPart } from '../../support/render-part.tsx';
import { replaceProperty } from '../../support/replace-property.ts';

function Row() {
  const row = useScrollStop<HTMLDivElement>();
  return <div ref={row} tabIndex={0} role="group" />;
}

/** Renders a row in a window that is 300 px wide; `resize` gives its content another width. */
function renderRow(t: TestContext) {
  const observed = new Set<() => void>();
  replaceProperty(t, globalThis, 'ResizeObserver', {
    value: class {
      readonly #notify: () => void;
      constructor(notify: () => void) {
        this.#notify = notify;
      }
      observe() {
        observed.add(this.#notify);
      }
      disconnect() {
        observed.delete(this.#notify);
      }
    },
  });
  const { getByRole, unmount } = renderPart(t, <Row />);
  const row = getByRole('group');
  const resize = (width: number) => {
    replaceProperty(t, row, 'clientWidth', { value: 300 });
    replaceProperty(t, row, 'scrollWidth', { value: width });
    for (const notify of observed) notify();
  };
  return { row, observed, resize, unmount };
}

describe('a row that may scroll sideways', () => {
  it('is a stop of the Tab key as long as its content is wider than the row', (t) => {
    const { row, observed, resize, unmount } = renderRow(t);
    assert.equal(row.tabIndex, 0);
    resize(300);
    assert.equal(row.tabIndex, -1);
    resize(900);
    assert.equal(row.tabIndex, 0);
    unmount();
    assert.equal(observed.size, 0);
  });
});
