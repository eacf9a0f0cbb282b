import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { restoreScroll } from '#client/startup/restore-scroll.ts';

/** Returns the scroll position of a document after its first script, in CSS pixels. */
function topAfter(history: { scrollRestoration: ScrollRestoration; state: unknown }, scrollY = 0): number {
  const source = {
    history,
    scrollY,
    scrollTo({ top = 0, behavior }: ScrollToOptions) {
      assert.equal(behavior, 'instant');
      source.scrollY = top;
    },
  };
  restoreScroll(source);
  return source.scrollY;
}

describe('a document that Back or a reload has loaded', () => {
  const state = { index: 2, top: 900 };

  it('is scrolled to its position when the browser leaves that to the site', () => {
    assert.equal(topAfter({ scrollRestoration: 'manual', state }), 900);
  });

  it('is not scrolled when the browser restores the position', () => {
    assert.equal(topAfter({ scrollRestoration: 'auto', state }), 0);
  });

  it('is not scrolled when the visitor has scrolled it', () => {
    assert.equal(topAfter({ scrollRestoration: 'manual', state }, 40), 40);
  });

  it('stays at its top when no position is stored', () => {
    assert.equal(topAfter({ scrollRestoration: 'manual', state: null }), 0);
    assert.equal(topAfter({ scrollRestoration: 'manual', state: { index: 1 } }), 0);
  });
});
