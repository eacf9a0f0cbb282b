import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { act, fireEvent, within } from '@testing-library/react';
import { page } from '#client/pages/process.tsx';
import en from '../../../locales/en/process.json' with { type: 'json' };
import { renderPart } from '../../support/render-part.tsx';

const titles = Object.values(en.tracks).map(({ title }) => title);
const viewHeight = 800;
const trackHeight = 400;

function renderProcess(t: TestContext) {
  const view = renderPart(t, <page.Page data={null} />, { path: '/process' });
  const rail = within(view.getByRole('navigation', { name: en.railLabel }));
  const numbers = rail.getAllByRole('link');
  const tracks = view.getAllByRole('article');
  const toggle = (title: string) => view.getByRole('button', { name: `${en.details}: ${title}` });
  /** The highlighted track as cards and rail show it; both must agree. */
  function selected(): number {
    const cards = tracks.flatMap((track, position) => (track.hasAttribute('data-on') ? [position + 1] : []));
    const current = numbers.flatMap((number, position) =>
      number.getAttribute('aria-current') === 'true' ? [position + 1] : [],
    );
    assert.deepEqual(cards, current);
    assert.equal(cards.length, 1);
    return cards[0] ?? 0;
  }
  return { view, numbers, tracks, toggle, selected };
}

/** There is no layout here: the tracks stand one below the other, `top` pixels from the view's upper edge. */
function placeTracks(tracks: HTMLElement[], top: number): void {
  window.innerHeight = viewHeight;
  tracks.forEach((track, position) => {
    track.getBoundingClientRect = () => new DOMRect(0, top + position * trackHeight, 800, trackHeight);
  });
}

describe('the process page', () => {
  it('shows six numbered tracks with four activities each, the first one highlighted', (t) => {
    const { view, tracks, numbers, selected } = renderProcess(t);

    assert.deepEqual(
      tracks.map((track) => within(track).getByRole('heading', { level: 2 }).textContent),
      titles,
    );
    assert.deepEqual(
      numbers.map(({ textContent }) => textContent),
      ['1', '2', '3', '4', '5', '6'],
    );
    for (const track of tracks) assert.equal(within(track).getAllByRole('listitem').length, 4);
    assert.ok(view.getByText('Track 6 of 6'));
    assert.equal(selected(), 1);
  });

  it('lists five principles', (t) => {
    const { view } = renderProcess(t);
    const principles = within(view.getByRole('region', { name: en.principles.title }));
    assert.equal(principles.getAllByRole('listitem').length, 5);
  });

  it('highlights the track whose centre is nearest the middle, 100 ms after scrolling', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { tracks, selected } = renderProcess(t);
    placeTracks(tracks, -700);

    fireEvent.scroll(window);
    act(() => {
      t.mock.timers.tick(99);
    });
    assert.equal(selected(), 1);

    act(() => {
      t.mock.timers.tick(1);
    });
    assert.equal(selected(), 3);
  });

  it('selects a track by its number, scrolls it to the middle and focuses it', (t) => {
    const { tracks, numbers, selected } = renderProcess(t);
    const asked: unknown[] = [];
    const fourth = tracks[3] as HTMLElement;
    fourth.scrollIntoView = (options) => {
      asked.push(options);
    };

    fireEvent.click(numbers[3] as HTMLElement);

    assert.equal(selected(), 4);
    assert.deepEqual(asked, [{ block: 'center', behavior: 'smooth' }]);
    assert.equal(document.activeElement, fourth);
  });

  it('links each number to the address of its track, for visits without JavaScript', (t) => {
    const { tracks, numbers } = renderProcess(t);
    assert.deepEqual(
      numbers.map((number) => number.getAttribute('href')),
      tracks.map(({ id }) => `#${id}`),
    );
  });

  it('selects a track by a click on its card', (t) => {
    const { tracks, selected } = renderProcess(t);
    fireEvent.click(tracks[4] as HTMLElement);
    assert.equal(selected(), 5);
  });

  it('selects a track by its view-details button, which opens and closes the details', (t) => {
    const { view, toggle, selected } = renderProcess(t);
    const button = toggle(en.tracks.ai.title);
    const details = view.getByText(en.tracks.ai.details);
    assert.equal(button.getAttribute('aria-controls'), details.id);
    assert.equal(button.getAttribute('aria-expanded'), 'false');

    fireEvent.click(button);
    assert.equal(selected(), 2);
    assert.equal(button.getAttribute('aria-expanded'), 'true');
    assert.ok(details.hasAttribute('data-open'));

    fireEvent.click(button);
    assert.equal(button.getAttribute('aria-expanded'), 'false');
    assert.ok(!details.hasAttribute('data-open'));
  });

  it('links to the home page, to every service and to contacts', (t) => {
    const { view } = renderProcess(t);
    const links = view.getAllByRole('link').map((link) => link.getAttribute('href'));
    for (const href of ['/', '/contacts', '/data-engineering', '/cybersecurity-compliance-engineering'])
      assert.ok(links.includes(href), href);
  });
});
