import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createScrollPositions } from '#client/navigation/scroll-positions.ts';
import type { EntryState, SessionHistory } from '#client/navigation/session-history.ts';
import { replaceProperty } from '../../support/replace-property.ts';

/** A page of a height, in a window of 800 CSS pixels, over a history that writes down what is saved. */
function openPage(t: TestContext, { height = 3000, top = 0, isShown = true } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const saved: Partial<EntryState>[] = [];
  const scrolled: ScrollToOptions[] = [];
  const observers = new Set<() => void>();
  const page = { height, top };
  replaceProperty(t, globalThis, 'innerHeight', { value: 800 });
  replaceProperty(t, globalThis, 'scrollY', { get: () => page.top });
  replaceProperty(t, document.documentElement, 'scrollHeight', { get: () => page.height });
  replaceProperty(t, globalThis, 'scrollTo', {
    value: (options: ScrollToOptions) => {
      scrolled.push(options);
      page.top = Math.min(options.top ?? 0, page.height - 800);
    },
  });
  replaceProperty(t, globalThis, 'ResizeObserver', {
    value: class {
      notify: () => void;
      constructor(notify: () => void) {
        this.notify = notify;
      }
      observe() {
        observers.add(this.notify);
      }
      disconnect() {
        observers.delete(this.notify);
      }
    },
  });
  const history = { update: (entry: Partial<EntryState>) => saved.push(entry) } as Partial<SessionHistory>;
  const scroll = createScrollPositions(history as SessionHistory, () => isShown);
  return {
    scroll,
    saved,
    scrolled,
    page,
    observers: () => observers.size,
    tick: (ms: number) => t.mock.timers.tick(ms),
    scrollByVisitor(to: number) {
      page.top = to;
      dispatchEvent(new Event('scroll'));
    },
    grow(to: number) {
      page.height = to;
      for (const notify of [...observers]) notify();
    },
  };
}

describe('the scroll position', () => {
  it('is saved once scrolling has stopped', (t) => {
    const { scrollByVisitor, saved, tick, scroll } = openPage(t);
    for (const top of [100, 200, 300]) {
      scrollByVisitor(top);
      tick(149);
    }
    assert.deepEqual(saved, []);
    tick(1);
    assert.deepEqual(saved, [{ top: 300 }]);
    assert.equal(scroll.top(), 300);
  });

  it('of another history entry is not changed', (t) => {
    const { scrollByVisitor, saved, tick } = openPage(t, { isShown: false });
    scrollByVisitor(100);
    tick(1000);
    assert.deepEqual(saved, []);
  });

  it('is saved when the visitor has scrolled before the scripts ran, and only then', (t) => {
    const { saved, tick } = openPage(t, { top: 40 });
    tick(150);
    assert.deepEqual(saved, [{ top: 40 }]);
  });

  it('at the top is not saved before the first scroll', (t) => {
    const { saved, tick } = openPage(t);
    tick(1000);
    assert.deepEqual(saved, []);
  });
});

describe('restoring', () => {
  it('scrolls at once, without animation', (t) => {
    const { scroll, scrolled } = openPage(t, { height: 1700 });
    scroll.restore(900);
    assert.deepEqual(scrolled, [{ top: 900, behavior: 'instant' }]);
  });

  it('scrolls again when deferred content has made the page tall enough', (t) => {
    const { scroll, scrolled, page, grow } = openPage(t, { height: 1000 });
    scroll.restore(900);
    assert.equal(page.top, 200);
    grow(1600);
    assert.equal(scrolled.length, 1, 'it is not tall enough yet');
    grow(1700);
    assert.equal(page.top, 900);
  });

  it('scrolls again when the browser has moved the page because its content has grown', (t) => {
    const { scroll, page, grow } = openPage(t, { height: 3000 });
    scroll.restore(900);
    page.top = 1100;
    grow(3200);
    assert.equal(page.top, 900);
  });

  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    it(`ends when the visitor does something: ${type}`, (t) => {
      const { scroll, page, scrollByVisitor, grow, observers } = openPage(t, { height: 1000 });
      scroll.restore(900);
      dispatchEvent(new Event(type));
      scrollByVisitor(150);
      grow(3000);
      assert.equal(page.top, 150);
      assert.equal(observers(), 0);
    });

  it('stops after three seconds', (t) => {
    const { scroll, scrolled, tick, grow, observers } = openPage(t, { height: 1000 });
    scroll.restore(900);
    tick(2999);
    assert.equal(observers(), 1);
    tick(1);
    assert.equal(observers(), 0);
    grow(3000);
    assert.equal(scrolled.length, 1);
  });

  it('ends when another position is requested', (t) => {
    const { scroll, page, grow, observers } = openPage(t, { height: 1000 });
    scroll.restore(900);
    scroll.restore(100);
    grow(3000);
    assert.equal(page.top, 100);
    assert.equal(observers(), 1);
    scroll.toTarget('');
    assert.equal(observers(), 0);
  });
});

describe('a target', () => {
  it('is scrolled to by its hash, also when the hash is encoded', (t) => {
    const { scroll, scrolled } = openPage(t);
    const target = Object.assign(document.createElement('h2'), { id: 'наша мета' });
    document.body.append(target);
    t.after(() => target.remove());
    const calls: unknown[] = [];
    target.scrollIntoView = (options) => calls.push(options);
    scroll.toTarget('#%D0%BD%D0%B0%D1%88%D0%B0%20%D0%BC%D0%B5%D1%82%D0%B0');
    assert.deepEqual(calls, [{ behavior: 'instant' }]);
    assert.deepEqual(scrolled, []);
    assert.equal(document.activeElement, target, 'the focus continues there');
    target.blur();
    assert.equal(target.hasAttribute('tabindex'), false);
  });

  it('that does not exist or has an invalid encoding is the top', (t) => {
    const { scroll, scrolled } = openPage(t);
    for (const hash of ['', '#nowhere', '#%ff']) scroll.toTarget(hash);
    assert.deepEqual(
      scrolled,
      Array.from({ length: 3 }, () => ({ top: 0, behavior: 'instant' })),
    );
  });
});
