import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCarousel } from '#client/carousel/carousel.ts';

describe('a carousel', () => {
  it('advances every interval until it is stopped', (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const carousel = createCarousel(6, 4000);
    const stop = carousel.play();

    t.mock.timers.tick(3999);
    assert.equal(carousel.index.value, 0);
    t.mock.timers.tick(4001);
    stop();
    t.mock.timers.tick(8000);

    assert.equal(carousel.index.value, 2);
  });

  it('wraps at both ends', () => {
    const carousel = createCarousel(6, 4000);
    carousel.previous();
    assert.equal(carousel.index.value, 5);
    carousel.next();
    assert.equal(carousel.index.value, 0);
    carousel.goTo(3);
    assert.equal(carousel.index.value, 3);
  });

  it('is one visitor’s own', () => {
    const [first, second] = [createCarousel(3, 4000), createCarousel(3, 4000)];
    first.next();
    assert.equal(second.index.value, 0);
  });
});
