import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createPageView } from '#client/navigation/page-view.ts';
import { visitOf } from '../../support/fake-navigation.ts';
import { replaceProperty } from '../../support/replace-property.ts';

const view = createPageView('https://obrii.example');

/** A browser with view transitions, which a newer one may skip. */
function withTransitions(
  t: TestContext,
  { reducedMotion = false, visibilityState = 'visible', isSkipped = false } = {},
) {
  let transitions = 0;
  const matchMedia = (query: string) => ({ matches: reducedMotion && query.includes('reduce') });
  replaceProperty(t, globalThis, 'matchMedia', { value: matchMedia });
  replaceProperty(t, document, 'visibilityState', { value: visibilityState });
  const startViewTransition = (update: () => void) => {
    transitions += 1;
    const updateCallbackDone = Promise.resolve().then(update);
    return {
      updateCallbackDone,
      finished: updateCallbackDone,
      ready: isSkipped ? Promise.reject(new Error('skipped')) : updateCallbackDone,
    };
  };
  replaceProperty(t, document, 'startViewTransition', { value: startViewTransition });
  return { transitions: () => transitions };
}

/** Runs an update as the view does; returns whether it ran before `animate` resolved. */
async function animate(): Promise<boolean> {
  let isDone = false;
  await view.animate(() => {
    isDone = true;
  });
  return isDone;
}

describe('an update of the page', () => {
  it('runs in a view transition, and its promise resolves with that of the transition', async (t) => {
    const { transitions } = withTransitions(t);
    assert.equal(await animate(), true);
    assert.equal(transitions(), 1);
  });

  it('that is skipped by a newer one causes no error', async (t) => {
    const { transitions } = withTransitions(t, { isSkipped: true });
    assert.equal(await animate(), true);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    assert.equal(transitions(), 1);
  });

  for (const [title, options] of [
    ['the visitor asks for less motion', { reducedMotion: true }],
    ['nobody sees the page', { visibilityState: 'hidden' }],
  ] as const) {
    it(`runs without a transition where ${title}`, async (t) => {
      const { transitions } = withTransitions(t, options);
      assert.equal(await animate(), true);
      assert.equal(transitions(), 0);
    });
  }

  it('runs in a browser without view transitions', async (t) => {
    withTransitions(t);
    replaceProperty(t, document, 'startViewTransition', { value: undefined });
    assert.equal(await animate(), true);
  });
});

describe('two updates that overlap', () => {
  /** A browser that runs the update of a transition, and ends it, when the test says so. */
  function withSlowTransitions(t: TestContext) {
    withTransitions(t);
    const transitions: { update(): void; end(): Promise<void> }[] = [];
    const startViewTransition = (update: () => void) => {
      const finished = Promise.withResolvers<void>();
      const end = async () => {
        finished.resolve();
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      };
      transitions.push({ update, end });
      return { updateCallbackDone: Promise.resolve(), finished: finished.promise, ready: Promise.resolve() };
    };
    replaceProperty(t, document, 'startViewTransition', { value: startViewTransition });
    return transitions;
  }

  function openCards(t: TestContext) {
    document.body.innerHTML = ['cloud', 'data']
      .map((name) => `<article class="sky-card"><img src="/service-${name}.svg"><a href="#">Read</a></article>`)
      .join('');
    t.after(() => {
      document.body.innerHTML = '';
    });
  }
  const named = () => document.querySelector('[style*="view-transition-name"]')?.getAttribute('src');
  const click = (position: number) => document.querySelectorAll('a')[position]?.click();
  const show = (name: string) => {
    document.body.innerHTML = `<img class="page-head__art" src="/head-${name}.svg">`;
  };

  it('leave the growing picture to the newer one', async (t) => {
    const transitions = withSlowTransitions(t);
    openCards(t);
    click(0);
    void view.animate(() => show('cloud'));
    click(1);
    void view.animate(() => show('data'));
    transitions[0]?.update();
    assert.equal(named(), undefined);
    transitions[1]?.update();
    assert.equal(named(), '/head-data.svg');
    await transitions[0]?.end();
    assert.equal(named(), '/head-data.svg');
    await transitions[1]?.end();
    assert.equal(named(), undefined);
  });

  it('do not let the older one take the picture of the newer one', (t) => {
    const transitions = withSlowTransitions(t);
    openCards(t);
    void view.animate(() => show('data'));
    click(1);
    void view.animate(() => undefined);
    transitions[0]?.update();
    assert.equal(named(), undefined);
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

  it('may be missing', () => {
    view.focusHeading();
  });
});
