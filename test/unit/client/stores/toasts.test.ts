import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createToasts } from '#client/stores/toasts.ts';

const words = (toasts: ReturnType<typeof createToasts>) => toasts.list.value.map(({ text }) => text);

describe('toasts', () => {
  it('of one sender take the place of each other, whatever they say', () => {
    const toasts = createToasts();
    toasts.show({ from: 'form', tone: 'bad', text: 'No PDF' });
    toasts.show({ from: 'form', tone: 'bad', text: 'No PDF' });
    assert.deepEqual(words(toasts), ['No PDF']);
    toasts.show({ from: 'navbar', tone: 'bad', text: 'Offline' });
    toasts.show({ from: 'form', tone: 'ok', text: 'Sent' });
    assert.deepEqual(words(toasts), ['Offline', 'Sent']);
  });

  it('said again are new, so that they are read out again', () => {
    const toasts = createToasts();
    toasts.show({ from: 'form', tone: 'bad', text: 'No PDF' });
    const [first] = toasts.list.value;
    toasts.show({ from: 'form', tone: 'bad', text: 'No PDF' });
    assert.notEqual(toasts.list.value[0]?.id, first?.id);
  });

  it('are taken back by their sender, or all at once, but good news is not', () => {
    const toasts = createToasts();
    toasts.show({ from: 'form', tone: 'bad', text: 'No PDF' });
    toasts.show({ from: 'navbar', tone: 'bad', text: 'Offline' });
    toasts.show({ from: 'other', tone: 'ok', text: 'Sent' });
    toasts.forgive('navbar');
    assert.deepEqual(words(toasts), ['No PDF', 'Sent']);
    toasts.forgive();
    assert.deepEqual(words(toasts), ['Sent']);
  });

  it('leave by themselves when they are good news, and only then', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const toasts = createToasts();
    toasts.show({ from: 'form', tone: 'bad', text: 'No PDF' });
    toasts.show({ from: 'other', tone: 'ok', text: 'Sent' });
    t.mock.timers.tick(60_000);
    assert.deepEqual(words(toasts), ['No PDF']);
  });
});
