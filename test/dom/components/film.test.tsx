import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { act, fireEvent } from '@testing-library/react';
import { Film, type FilmProps } from '#client/components/film.tsx';
import en from '../../../locales/en/navbar.json' with { type: 'json' };
import { renderPart } from '../../support/render-part.tsx';
import { replaceProperty } from '../../support/replace-property.ts';
import { settle } from '../../support/settle.ts';

const poster: FilmProps['poster'] = { avif: '/a.avif', webp: '/a.webp', wide: '/w.avif', phone: '/p.avif' };
const film: FilmProps['film'] = { webm: { src: '/a.webm', wide: '/w.webm' }, mp4: { src: '/a.mp4', wide: '/w.mp4' } };

/** Gives video elements the methods and events of the HTML standard; the data of a film arrive when the test says so. */
function fakeVideos(t: TestContext, { isRefused = false } = {}) {
  let waiting: PromiseWithResolvers<void> | null = null;
  const { prototype } = HTMLMediaElement;
  t.mock.method(prototype, 'load', () => undefined);
  t.mock.method(prototype, 'play', function play(this: HTMLMediaElement) {
    if (isRefused) return Promise.reject(new DOMException('play() can only be initiated by a user', 'NotAllowedError'));
    waiting ??= Promise.withResolvers<void>();
    this.dispatchEvent(new Event('play'));
    return waiting.promise;
  });
  t.mock.method(prototype, 'pause', function pause(this: HTMLMediaElement) {
    waiting?.reject(new DOMException('interrupted by pause()', 'AbortError'));
    waiting = null;
    this.dispatchEvent(new Event('pause'));
  });
  return {
    isAsked: () => waiting !== null,
    async arrive() {
      document.querySelector('video')?.dispatchEvent(new Event('playing'));
      waiting?.resolve();
      await settle();
    },
    /** No source can be played: the last one gets an error, and the promise of `play()` stays pending. */
    fail: () => fireEvent.error(document.querySelector('video source:last-child') as Element),
  };
}

async function showFilm(t: TestContext) {
  const view = renderPart(t, <Film poster={poster} film={film} />);
  await act(settle);
  const button = view.getByRole('button', { name: en.pauseFilm });
  return {
    button,
    isPressed: () => button.getAttribute('aria-pressed'),
    press: () => act(() => fireEvent.click(button)),
    renderAgain: () => view.rerenderPart(<Film poster={poster} film={film} />),
  };
}

describe('the button that pauses a film', () => {
  it('is one button with one name, and screen readers get a new state when it is pressed', async (t) => {
    const videos = fakeVideos(t);
    const { button, isPressed, press } = await showFilm(t);
    await act(videos.arrive);
    assert.equal(isPressed(), 'false');
    press();
    assert.deepEqual([isPressed(), button.getAttribute('aria-label')], ['true', en.pauseFilm]);
    await act(settle);
    assert.equal(isPressed(), 'true');
  });

  it('has the state of the visitor’s wish while the film is still loading, and takes it back', async (t) => {
    replaceProperty(t, navigator, 'connection', { value: { effectiveType: '3g' } });
    const videos = fakeVideos(t);
    const { isPressed, press } = await showFilm(t);
    assert.equal(isPressed(), 'true', 'on a slow line the film does not begin by itself');
    press();
    assert.deepEqual([isPressed(), videos.isAsked()], ['false', true]);
    press();
    await act(settle);
    assert.deepEqual([isPressed(), videos.isAsked()], ['true', false]);
  });

  it('stays pressed on a line that becomes faster: the film is not loaded until a click begins it', async (t) => {
    const connection = { effectiveType: '3g' };
    replaceProperty(t, navigator, 'connection', { value: connection });
    const videos = fakeVideos(t);
    const { isPressed, press, renderAgain } = await showFilm(t);
    connection.effectiveType = '4g';
    renderAgain();
    assert.deepEqual([isPressed(), document.querySelector('video')?.getAttribute('preload')], ['true', 'none']);
    press();
    assert.deepEqual([isPressed(), videos.isAsked()], ['false', true]);
  });

  it('is pressed where the browser refuses to play, also after a click', async (t) => {
    fakeVideos(t, { isRefused: true });
    const { isPressed, press } = await showFilm(t);
    assert.equal(isPressed(), 'true');
    press();
    await act(settle);
    assert.equal(isPressed(), 'true');
  });

  it('is pressed again when the film that a click has asked for does not arrive', async (t) => {
    replaceProperty(t, navigator, 'connection', { value: { effectiveType: '3g' } });
    const videos = fakeVideos(t);
    const { isPressed, press } = await showFilm(t);
    press();
    assert.equal(isPressed(), 'false');
    videos.fail();
    assert.equal(isPressed(), 'true');
  });
});
