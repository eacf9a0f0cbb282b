import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createPageView } from '#client/navigation/page-view.ts';
import { visitOf } from '../../support/fake-navigation.ts';
import { replaceProperty } from '../../support/replace-property.ts';

const view = createPageView('https://obrii.example');
// The view has begun to load it.
await import('#client/head-motion/head-motion.ts');

/** Runs an update as the view does; returns what is animated, and the mark during the update. */
function animate(t: TestContext, { reducedMotion = false, moves = true } = {}) {
  const matchMedia = (query: string) => ({ matches: reducedMotion && query.includes('reduce') });
  replaceProperty(t, globalThis, 'matchMedia', { value: matchMedia });
  const started: { target: string; options: unknown; onfinish?: () => void; isCancelled: boolean }[] = [];
  replaceProperty(t, Element.prototype, 'animate', {
    value(this: Element, _frames: unknown, options: unknown) {
      const animation = {
        target: this.tagName,
        options,
        isCancelled: false,
        cancel() {
          animation.isCancelled = true;
        },
      };
      started.push(animation);
      return animation;
    },
  });
  t.after(() => document.body.replaceChildren());
  let mark: string | undefined;
  view.animate(() => {
    mark = document.documentElement.dataset['navigation'];
    document.body.innerHTML = '<div class="hero__line"></div><h1 class="hero__title">Closer</h1>';
  }, moves);
  assert.ok(document.querySelector('h1'));
  return { started, mark };
}

describe('an update that shows another page', () => {
  const { dataset } = document.documentElement;

  it('moves the head of the page, and is marked before it runs, while the head moves and after that', (t) => {
    const { started, mark } = animate(t);
    assert.equal(mark, 'running');
    assert.deepEqual(
      started.map(({ target }) => target),
      ['H1', 'HTML'],
    );
    assert.equal(dataset['navigation'], 'running');
    assert.equal(started[1]?.options, 390);
    started[1].onfinish?.();
    assert.equal(dataset['navigation'], 'done');
  });

  it('is marked too where the head does not move', (t) => {
    const { started, mark } = animate(t, { moves: false });
    assert.equal(mark, 'running');
    assert.deepEqual(
      started.map(({ target }) => target),
      ['HTML'],
    );
  });

  it('takes the mark of an earlier one over', (t) => {
    const first = animate(t).started[1];
    assert.equal(first?.isCancelled, false);
    animate(t);
    assert.equal(first.isCancelled, true);
  });

  it('moves nothing where the visitor asks for less motion', (t) => {
    delete dataset['navigation'];
    assert.deepEqual(animate(t, { reducedMotion: true }), { started: [], mark: undefined });
    assert.equal(dataset['navigation'], undefined);
  });
});

describe('the first frame', () => {
  it('shows the head alone', async () => {
    const { dataset } = document.documentElement;
    view.showHeadFirst();
    assert.equal(dataset['headFirst'], '');
    await new Promise((resolve) => requestAnimationFrame(resolve));
    assert.equal(dataset['headFirst'], '');
    await new Promise((resolve) => setTimeout(resolve));
    assert.equal(dataset['headFirst'], undefined);
  });
});

describe('rendering', () => {
  it('changes the page and its head synchronously', () => {
    let isDone = false;
    const visit = { ...visitOf('/team', 'ua'), texts: { seo: { team: { title: 'Команда', description: 'Хто ми' } } } };
    view.render(visit, () => {
      isDone = true;
    });
    assert.equal(isDone, true);
    assert.equal(view.title(), 'Команда');
    assert.equal(document.documentElement.lang, 'uk');
    const canonical = document.head.querySelector('link[rel=canonical]')?.getAttribute('href');
    assert.equal(canonical, 'https://obrii.example/team?lang=ua');
  });
});

describe('a page that has a title of its own', () => {
  it('sets it after the title of its address', () => {
    view.render(visitOf('/checkout', 'en'), () => {
      document.title = 'Paid';
    });
    assert.equal(view.title(), 'Paid');
  });
});

describe('the heading', () => {
  it('gets the focus without scrolling', (t) => {
    const main = Object.assign(document.createElement('main'), { id: 'main' });
    const heading = document.createElement('h1');
    main.append(heading);
    document.body.append(document.createElement('h1'), main);
    t.after(() => document.body.replaceChildren());
    const calls: unknown[] = [];
    heading.focus = (options) => calls.push(options);
    view.focusHeading();
    assert.deepEqual(calls, [{ preventScroll: true }]);
    assert.equal(heading.tabIndex, -1);
  });

  it('does not move where the page has none', (t) => {
    const button = document.createElement('button');
    document.body.append(button);
    t.after(() => document.body.replaceChildren());
    button.focus();
    view.focusHeading();
    assert.ok(document.activeElement === button);
  });
});
