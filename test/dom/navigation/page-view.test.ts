import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createPageView } from '#client/navigation/page-view.ts';
import { visitOf } from '../../support/fake-navigation.ts';
import { replaceProperty } from '../../support/replace-property.ts';

const view = createPageView('https://obrii.example');

/** Runs an update as the view does; returns the elements that are moved after it. */
function animate(t: TestContext, { reducedMotion = false } = {}): string[] {
  const matchMedia = (query: string) => ({ matches: reducedMotion && query.includes('reduce') });
  replaceProperty(t, globalThis, 'matchMedia', { value: matchMedia });
  const moved: string[] = [];
  replaceProperty(t, Element.prototype, 'animate', {
    value(this: Element) {
      moved.push(this.className);
    },
  });
  t.after(() => document.body.replaceChildren());
  view.animate(() => {
    document.body.innerHTML = '<h1 class="hero__title">Closer</h1>';
  });
  assert.ok(document.querySelector('h1'));
  return moved;
}

describe('an update that shows another page', () => {
  const { dataset } = document.documentElement;

  it('moves the head of the page, and is marked while it moves and after that', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    assert.deepEqual(animate(t), ['hero__title']);
    assert.equal(dataset['navigation'], 'running');
    t.mock.timers.tick(399);
    animate(t);
    t.mock.timers.tick(399);
    assert.equal(dataset['navigation'], 'running');
    t.mock.timers.tick(1);
    assert.equal(dataset['navigation'], 'done');
  });

  it('is marked before it runs', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    delete dataset['navigation'];
    let mark: string | undefined;
    view.animate(() => {
      mark = dataset['navigation'];
    });
    assert.equal(mark, 'running');
  });

  it('moves nothing where the visitor asks for less motion', (t) => {
    delete dataset['navigation'];
    assert.deepEqual(animate(t, { reducedMotion: true }), []);
    assert.equal(dataset['navigation'], undefined);
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
