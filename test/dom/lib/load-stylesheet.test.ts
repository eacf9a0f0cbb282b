import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { loadStylesheet } from '#client/lib/load-stylesheet.ts';
import { replaceProperty } from '../../support/replace-property.ts';

const href = '/assets/gitl.css';

/** A document whose stylesheets the test loads. */
function openDocument(t: TestContext) {
  const links: HTMLLinkElement[] = [];
  replaceProperty(t, document, 'querySelector', { value: () => links[0] ?? null });
  replaceProperty(t, document.head, 'append', {
    value(link: HTMLLinkElement) {
      link.remove = () => links.splice(links.indexOf(link), 1);
      links.push(link);
    },
  });
  return links;
}

/** Calls loadStylesheet; the state is that of its promise. */
function load() {
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
    const links = openDocument(t);
    const calls = [load(), load()];
    assert.deepEqual(
      links.map((link) => link.getAttribute('href')),
      [href],
    );
    assert.equal(calls[1]?.state.isLoaded, false);
    links[0]?.dispatchEvent(new Event('load'));
    await Promise.all(calls.map(({ ended }) => ended));
    assert.equal(calls[1]?.state.isLoaded, true);
  });

  it('of the document is awaited while the browser loads it, and not afterwards', async (t) => {
    const links = openDocument(t);
    const link = document.createElement('link');
    links.push(link);
    const { state, ended } = load();
    await Promise.resolve();
    assert.equal(state.isLoaded, false);
    link.dispatchEvent(new Event('load'));
    await ended;
    replaceProperty(t, link, 'sheet', { value: {} });
    await load().ended;
    assert.equal(links.length, 1);
  });

  it('that cannot be loaded is removed, so that the next call tries again', async (t) => {
    const links = openDocument(t);
    const { state, ended } = load();
    links[0]?.dispatchEvent(new Event('error'));
    await ended;
    assert.match(state.error, /could not be loaded/);
    assert.equal(links.length, 0);
  });
});
