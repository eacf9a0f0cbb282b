import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { act } from '@testing-library/react';
import { PageWeight } from '#client/layout/page-weight.tsx';
import { renderPart } from '../../support/render-part.tsx';

interface Entry {
  name: string;
  startTime: number;
  transferSize?: number;
}

/** Renders the figures of a browser that has measured these entries, by their type; returns the text. */
function read(t: TestContext, measured: Record<string, Entry[]>): string {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(performance, 'getEntriesByType', (type: string) => measured[type] ?? []);
  t.mock.method(performance, 'getEntriesByName', (name: string) =>
    (measured['paint'] ?? []).filter((entry) => entry.name === name),
  );
  const { container } = renderPart(t, <PageWeight />);
  act(() => t.mock.timers.runAll());
  return container.querySelector('summary')?.textContent ?? '';
}

const page = { name: location.href, startTime: 0, transferSize: 20_000 };
const paintAt = (startTime: number) => [{ name: 'first-contentful-paint', startTime }];
const ownScript = { name: `${location.origin}/assets/start.js`, startTime: 100, transferSize: 30_400 };

describe('the weight of the page', () => {
  it('is printed with the time to the first paint', (t) => {
    const text = read(t, { navigation: [page], resource: [ownScript], paint: paintAt(840) });
    assert.equal(
      text,
      'Loaded for you so far: 50\u00a0kB. The page appeared after 0.8\u00a0s. Requests to third parties: none.',
    );
  });

  it('has no time where the page was opened in the background, because nothing is painted there', (t) => {
    const visibility = [
      { name: 'hidden', startTime: 0 },
      { name: 'visible', startTime: 3_599_900 },
    ];
    const text = read(t, { navigation: [page], paint: paintAt(3_600_000), 'visibility-state': visibility });
    assert.doesNotMatch(text, /appeared after/);
  });

  it('has the time of a page that was hidden only after its first paint', (t) => {
    const visibility = [
      { name: 'visible', startTime: 0 },
      { name: 'hidden', startTime: 5000 },
    ];
    const text = read(t, { navigation: [page], paint: paintAt(840), 'visibility-state': visibility });
    assert.match(text, /appeared after 0\.8/);
  });

  it('counts the hosts of requests, not the files of browser extensions', (t) => {
    const tile = { name: 'https://tile.openstreetmap.org/1/2/3.png', startTime: 200, transferSize: 0 };
    const ofExtension = { name: 'chrome-extension://abcdefgh/icon.png', startTime: 300, transferSize: 0 };
    const text = read(t, { navigation: [page], resource: [ownScript, tile, ofExtension] });
    assert.match(text, /Third parties contacted: 1\./);
  });
});
