import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createToasts } from '#client/stores/toasts.ts';

const words = (toasts: ReturnType<typeof createToasts>) => toasts.list.value.map(({ text }) => text);

describe('toasts', () => {
  it('of one source replace each other, whatever their text', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const toasts = createToasts();
    toasts.show({ from: 'form', tone: 'bad', text: 'No PDF' });
    toasts.show({ from: 'form', tone: 'bad', text: 'No PDF' });
    assert.deepEqual(words(toasts), ['No PDF']);
    toasts.show({ from: 'navbar', tone: 'bad', text: 'Offline' });
    toasts.show({ from: 'form', tone: 'ok', text: 'Sent' });
    assert.deepEqual(words(toasts), ['Offline', 'Sent']);
  });

  it('with the same text are new, so that they are announced again', () => {
    const toasts = createToasts();
    toasts.show({ from: 'form', tone: 'bad', text: 'No PDF' });
    const [first] = toasts.list.value;
    toasts.show({ from: 'form', tone: 'bad', text: 'No PDF' });
    assert.notEqual(toasts.list.value[0]?.id, first?.id);
  });

  it('are removed by their source, or all at once, but successes are not', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const toasts = createToasts();
    toasts.show({ from: 'form', tone: 'bad', text: 'No PDF' });
    toasts.show({ from: 'navbar', tone: 'bad', text: 'Offline' });
    toasts.show({ from: 'other', tone: 'ok', text: 'Sent' });
    toasts.dismissErrors('navbar');
    assert.deepEqual(words(toasts), ['No PDF', 'Sent']);
    toasts.dismissErrors();
    assert.deepEqual(words(toasts), ['Sent']);
  });

  it('disappear by themselves only when they are successes', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const toasts = createToasts();
    toasts.show({ from: 'form', tone: 'bad', text: 'No PDF' });
    toasts.show({ from: 'other', tone: 'ok', text: 'Sent' });
    t.mock.timers.tick(60_000);
    assert.deepEqual(words(toasts), ['No PDF']);
  });

  it('stay while they are read, and have their whole time again afterwards', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const toasts = createToasts(1000);
    toasts.show({ from: 'form', tone: 'ok', text: 'Sent' });
    t.mock.timers.tick(900);
    toasts.pause();
    toasts.show({ from: 'other', tone: 'ok', text: 'Added' });
    t.mock.timers.tick(60_000);
    assert.deepEqual(words(toasts), ['Sent', 'Added']);
    toasts.resume();
    t.mock.timers.tick(999);
    assert.deepEqual(words(toasts), ['Sent', 'Added']);
    t.mock.timers.tick(1);
    assert.deepEqual(words(toasts), []);
  });

  it('that replace a success are not removed by its timer', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const toasts = createToasts(1000);
    toasts.show({ from: 'form', tone: 'ok', text: 'Sent' });
    t.mock.timers.tick(900);
    toasts.show({ from: 'form', tone: 'ok', text: 'Sent again' });
    t.mock.timers.tick(900);
    assert.deepEqual(words(toasts), ['Sent again']);
  });
});
