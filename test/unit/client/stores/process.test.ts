import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createProcess } from '#client/stores/process.ts';

describe('the process', () => {
  it('starts with track 1', () => {
    assert.equal(createProcess().selected.value, 1);
  });

  it('follows scrolling 100 ms after it has rested', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const process = createProcess();

    process.scrolled(() => 2);
    t.mock.timers.tick(99);
    process.scrolled(() => 3);
    t.mock.timers.tick(99);
    assert.equal(process.selected.value, 1);

    t.mock.timers.tick(1);
    assert.equal(process.selected.value, 3);
  });

  it('keeps a choice that is made while scrolling has not yet rested', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const process = createProcess();

    process.scrolled(() => 2);
    process.select(5);
    process.scrolled(() => 2);
    t.mock.timers.tick(200);

    assert.equal(process.selected.value, 5);
  });

  it('follows scrolling again after a choice', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const process = createProcess();

    process.select(5);
    t.mock.timers.tick(100);
    process.scrolled(() => 4);
    t.mock.timers.tick(100);

    assert.equal(process.selected.value, 4);
  });

  it('changes nothing once it is stopped', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const process = createProcess();

    process.scrolled(() => 2);
    process.stop();
    t.mock.timers.tick(200);

    assert.equal(process.selected.value, 1);
  });
});
