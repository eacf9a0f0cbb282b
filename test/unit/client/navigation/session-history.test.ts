import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSessionHistory, type HistoryWindow, type MoveEvent } from '#client/navigation/session-history.ts';
import { fakeWindow } from '../../../support/fake-navigation.ts';

const entry = { index: 0, top: 0, instanceKey: '/about' };

/** A window that writes down which listeners it has and which documents it was to load. */
function openWindow(start = '/about?a=1#values') {
  const { window, entries } = fakeWindow(start);
  const listeners = new Map<string, Set<(event: MoveEvent) => void>>();
  const loaded: string[] = [];
  const timers: { handler(): void; ms: number }[] = [];
  const source: HistoryWindow = {
    ...window,
    location: {
      get href() {
        return window.location.href;
      },
      assign: (to) => loaded.push(`assign ${String(to)}`),
      reload: () => loaded.push('reload'),
    },
    setTimeout: (handler, ms) => timers.push({ handler, ms }),
    stop: () => loaded.push('stop'),
    addEventListener(type, listener) {
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener));
    },
  };
  const fire = (type: string, event: MoveEvent = {}) => {
    for (const listener of listeners.get(type) ?? []) listener(event);
  };
  return { history: createSessionHistory(source), source, entries, loaded, timers, fire };
}

describe('the session history', () => {
  it('reads address and entry; an entry that the browser has made is empty', () => {
    const { history } = openWindow();
    assert.equal(history.address().href, 'https://obrii.example/about?a=1#values');
    assert.deepEqual(history.entry(), {});
    history.push('/team', { ...entry, instanceKey: '/team' });
    assert.deepEqual(history.entry(), { ...entry, instanceKey: '/team' });
    assert.equal(history.address().pathname, '/team');
  });

  it('changes parts of an entry, and its address where one is given', () => {
    const { history, entries } = openWindow();
    history.update(entry);
    history.update({ top: 900 });
    assert.deepEqual(history.entry(), { ...entry, top: 900 });
    assert.equal(history.address().href, 'https://obrii.example/about?a=1#values');
    history.update({}, '/about');
    assert.equal(history.address().href, 'https://obrii.example/about');
    assert.equal(entries.length, 1);
  });

  it('removes parameters from the address, and keeps the rest of it and the entry', () => {
    const { history, entries } = openWindow('/checkout?id=AB-12&plan=yearly&email=a@b.example#result');
    history.update(entry);
    history.setParameters({ id: [], email: [] });
    assert.equal(history.address().href, 'https://obrii.example/checkout?plan=yearly#result');
    assert.deepEqual(history.entry(), entry);
    const [before] = entries;
    history.setParameters({ id: [], email: [] });
    assert.equal(entries[0], before, 'nothing is written where there is nothing to remove');
  });

  it('sets parameters in the address, and keeps the rest of it and the entry', () => {
    const { history, entries } = openWindow('/contacts?topic=job&job=audit#how-far');
    history.update(entry);
    history.setParameters({ job: ['release'], with: ['crm', 'devices'], by: [] });
    const address = 'https://obrii.example/contacts?topic=job&job=release&with=crm&with=devices#how-far';
    assert.equal(history.address().href, address);
    assert.deepEqual(history.entry(), entry);
    const [before] = entries;
    history.setParameters({ job: ['release'], with: ['crm', 'devices'] });
    assert.equal(entries[0], before, 'nothing is written where nothing changes');
  });

  it('loads a document, also where the address differs by nothing but its hash', () => {
    const { history, loaded } = openWindow();
    history.loadDocument('https://obrii.example/team');
    history.loadDocument('https://obrii.example/about?a=1');
    history.loadDocument('https://obrii.example/about?a=1#story');
    history.loadDocument('https://obrii.example/about?a=2#values');
    assert.deepEqual(loaded, [
      'assign https://obrii.example/team',
      'reload',
      'reload',
      'assign https://obrii.example/about?a=2#values',
    ]);
  });

  it('stops a document once, and tells who has asked for it', () => {
    const { history, loaded } = openWindow();
    history.stopLoading();
    assert.deepEqual([history.isLoading(), loaded], [false, []], 'there is nothing to stop');
    history.loadDocument('https://pay.example/1', () => loaded.push('stopped'));
    assert.equal(history.isLoading(), true);
    history.stopLoading();
    history.stopLoading();
    assert.deepEqual([history.isLoading(), loaded], [false, ['assign https://pay.example/1', 'stop', 'stopped']]);
    history.loadDocument('https://obrii.example/team');
    history.stopLoading();
    assert.deepEqual(loaded.slice(3), ['assign https://obrii.example/team', 'stop']);
  });

  it('treats a document that does not come in time as stopped, but lets it come later', () => {
    const { history, loaded, timers } = openWindow();
    history.loadDocument('https://pay.example/1', () => loaded.push('stopped'));
    history.stopLoading();
    history.loadDocument('https://pay.example/2', () => loaded.push('late'));
    assert.deepEqual(
      timers.map(({ ms }) => ms),
      [30_000, 30_000],
    );
    timers[0]?.handler();
    assert.equal(history.isLoading(), true, 'the first document was stopped before');
    timers[1]?.handler();
    assert.equal(history.isLoading(), false);
    assert.deepEqual(loaded.slice(3), ['assign https://pay.example/2', 'late']);
    history.stopLoading();
    history.stopLoading();
    assert.deepEqual(loaded.slice(5), ['stop'], 'it must not replace the page that is opened now');
  });

  it('has nothing to stop once the document has come and Back shows this one as it was left', () => {
    const { history, loaded, fire } = openWindow();
    history.onMove(() => undefined);
    history.loadDocument('https://pay.example/1', () => loaded.push('stopped'));
    fire('pageshow', { persisted: false });
    assert.equal(history.isLoading(), true, 'this document itself has been loaded only now');
    fire('pagehide');
    fire('pageshow', { persisted: true });
    assert.equal(history.isLoading(), false);
    history.stopLoading();
    assert.deepEqual(loaded, ['assign https://pay.example/1', 'stopped']);
  });

  it('calls its listener for moves', () => {
    const { history, fire } = openWindow();
    let moves = 0;
    history.onMove(() => (moves += 1));
    fire('popstate');
    assert.equal(moves, 1);
  });

  it('restores scroll positions itself while the page is shown, and leaves them to the browser otherwise', () => {
    const { source, fire } = openWindow();
    const restoration = () => source.history.scrollRestoration;
    assert.equal(restoration(), 'manual');
    fire('pagehide');
    assert.equal(restoration(), 'auto', 'the next document is scrolled by the browser');
    fire('pageshow');
    assert.equal(restoration(), 'manual');
  });
});
