import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { loadStylesheet } from '#client/lib/load-stylesheet.ts';
import { replaceProperty } from '../../support/replace-property.ts';

/** A document whose stylesheets the test loads. */
function openDocument(t: TestContext) {
  const links: HTMLLinkElement[] = [];
  function watch(link: HTMLLinkElement): HTMLLinkElement {
    link.replaceWith = (next) => void links.splice(links.indexOf(link), 1, watch(next as HTMLLinkElement));
    return link;
  }
  const append = (link: HTMLLinkElement) => void links.push(watch(link));
  replaceProperty(t, document, 'querySelector', { value: () => links[0] ?? null });
  replaceProperty(t, document.head, 'append', { value: append });
  return { links, append };
}

/** Calls loadStylesheet; the state is that of its promise. */
function load(href: string) {
  const state = { isLoaded: false, error: '' };
  const ended = loadStylesheet(href).then(
    () => {
      state.isLoaded = true;
    },
    (error: Error) => {
      state.error = error.message;
    },
  );
  return { state, ended };
}

describe('a stylesheet', () => {
  it('is added once: a second call waits for the same one', async (t) => {
    const { links } = openDocument(t);
    const calls = [load('/assets/gitl.css'), load('/assets/gitl.css')];
    assert.deepEqual(
      links.map((link) => link.getAttribute('href')),
      ['/assets/gitl.css'],
    );
    assert.equal(calls[1]?.state.isLoaded, false);
    links[0]?.dispatchEvent(new Event('load'));
    await Promise.all(calls.map(({ ended }) => ended));
    assert.equal(calls[1]?.state.isLoaded, true);
    await load('/assets/gitl.css').ended;
    assert.equal(links.length, 1);
  });

  it('of the document is used as it is', async (t) => {
    const { links, append } = openDocument(t);
    const link = document.createElement('link');
    replaceProperty(t, link, 'sheet', { value: {} });
    append(link);
    await load('/assets/news.css').ended;
    assert.equal(links.length, 1);
  });

  it('of the document that could not be loaded is replaced, at its place', async (t) => {
    const { links, append } = openDocument(t);
    const [failed, later] = [document.createElement('link'), document.createElement('link')];
    append(failed);
    append(later);
    const { state, ended } = load('/assets/team.css');
    assert.equal(links.length, 2);
    assert.ok(links[0] !== failed);
    assert.ok(links[1] === later);
    links[0]?.dispatchEvent(new Event('load'));
    await ended;
    assert.equal(state.isLoaded, true);
  });

  it('that cannot be loaded is tried again by the next call', async (t) => {
    const { links } = openDocument(t);
    const { state, ended } = load('/assets/home.css');
    links[0]?.dispatchEvent(new Event('error'));
    await ended;
    assert.match(state.error, /stylesheet not loaded/);
    const again = load('/assets/home.css');
    assert.equal(links.length, 1);
    links[0]?.dispatchEvent(new Event('load'));
    await again.ended;
    assert.equal(again.state.isLoaded, true);
  });
});
