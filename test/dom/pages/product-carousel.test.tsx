import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { fireEvent } from '@testing-library/react';
import { ProductCarousel } from '#client/pages/home/product-carousel.tsx';
import en from '../../../locales/en/products.json' with { type: 'json' };
import { renderPart } from '../../support/render-part.tsx';

const titles = Object.values(en.items).map(({ title }) => title);

function renderCarousel(t: TestContext) {
  const view = renderPart(t, <ProductCarousel />);
  const current = () => view.container.querySelector('[data-off="0"] h3')?.textContent;
  /** Presses on the current card, moves by so many pixels and lets go. */
  function drag(pointerType: string, horizontal: number, vertical = 0) {
    const card = view.container.querySelector('[data-off="0"]') as Element;
    fireEvent(card, new PointerEvent('pointerdown', { pointerType, clientX: 300, clientY: 300, bubbles: true }));
    fireEvent(
      card,
      new PointerEvent('pointerup', {
        pointerType,
        clientX: 300 + horizontal,
        clientY: 300 + vertical,
        bubbles: true,
      }),
    );
  }
  return { current, drag };
}

describe('the pause button of the product carousel', () => {
  it('has one name, and screen readers get a new state when it is pressed', (t) => {
    const view = renderPart(t, <ProductCarousel />);
    const button = view.getByRole('button', { name: en.pause });
    const state = () => [button.getAttribute('aria-label'), button.getAttribute('aria-pressed')];
    assert.deepEqual(state(), [en.pause, 'false']);
    fireEvent.click(button);
    assert.deepEqual(state(), [en.pause, 'true']);
    fireEvent.click(button);
    assert.deepEqual(state(), [en.pause, 'false']);
  });
});

describe('a swipe over the product carousel', () => {
  for (const pointerType of ['touch', 'pen']) {
    it(`to the left shows the next product and to the right the previous one, by ${pointerType}`, (t) => {
      const { current, drag } = renderCarousel(t);
      drag(pointerType, -51);
      assert.equal(current(), titles[1]);
      drag(pointerType, 51);
      drag(pointerType, 51);
      assert.equal(current(), titles[5]);
    });
  }

  it('is longer than 50 px', (t) => {
    const { current, drag } = renderCarousel(t);
    drag('touch', -50);
    assert.equal(current(), titles[0]);
  });

  it('is more horizontal than vertical; other movements scroll', (t) => {
    const { current, drag } = renderCarousel(t);
    drag('touch', -120, 120);
    drag('touch', -120, -180);
    assert.equal(current(), titles[0]);
  });

  it('is not a movement of the mouse, which selects text', (t) => {
    const { current, drag } = renderCarousel(t);
    drag('mouse', -200);
    drag('mouse', 200);
    drag('mouse', 200);
    assert.equal(current(), titles[0]);
  });
});
