import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTrackSelection, nearestCentre } from '#client/pages/process/track-selection.ts';

describe('the selection of a track', () => {
  it('starts with track 1', () => {
    assert.equal(createTrackSelection().selected.value, 1);
  });

  it('follows scrolling 100 ms after it has rested', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const selection = createTrackSelection();

    selection.scrolled(() => 2);
    t.mock.timers.tick(99);
    selection.scrolled(() => 3);
    t.mock.timers.tick(99);
    assert.equal(selection.selected.value, 1);

    t.mock.timers.tick(1);
    assert.equal(selection.selected.value, 3);
  });

  it('keeps a choice that is made while scrolling has not yet rested', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const selection = createTrackSelection();

    selection.scrolled(() => 2);
    selection.select(5);
    selection.scrolled(() => 2);
    t.mock.timers.tick(200);

    assert.equal(selection.selected.value, 5);
  });

  it('follows scrolling again after a choice', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const selection = createTrackSelection();

    selection.select(5);
    t.mock.timers.tick(100);
    selection.scrolled(() => 4);
    t.mock.timers.tick(100);

    assert.equal(selection.selected.value, 4);
  });

  it('changes nothing once it is stopped', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const selection = createTrackSelection();

    selection.scrolled(() => 2);
    selection.stop();
    t.mock.timers.tick(200);

    assert.equal(selection.selected.value, 1);
  });
});

describe('the nearest centre', () => {
  it('names the box whose centre is nearest, not the one whose edge is', () => {
    const tall = { top: 0, height: 600 };
    const low = { top: 620, height: 100 };
    assert.equal(nearestCentre([tall, low], 590), 1);
  });

  it('counts boxes above the view too', () => {
    const boxes = [
      { top: -900, height: 400 },
      { top: -480, height: 400 },
      { top: 900, height: 400 },
    ];
    assert.equal(nearestCentre(boxes, 400), 1);
  });

  it('takes the first of two that are equally near', () => {
    assert.equal(
      nearestCentre(
        [
          { top: 0, height: 100 },
          { top: 100, height: 100 },
        ],
        100,
      ),
      0,
    );
  });

  it('names none when there is none', () => {
    assert.equal(nearestCentre([], 100), -1);
  });
});
