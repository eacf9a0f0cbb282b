import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createHeadMotion } from '#client/head-motion/head-motion.ts';
import { replaceProperty } from './replace-property.ts';

type Box = [x: number, y: number, width: number, height: number];

/** A head whose horizon is at 300, with a picture of 600 by 400 px whose horizon is there too. */
export const head = `<header>
  <div class="page-head__horizon"></div>
  <div class="page-head__text"><a class="page-head__back" href="#">Home</a><h1 class="page-head__title"><i class="word">A</i></h1></div>
  <img class="page-head__art" src="/head.svg">
  <div class="page-head__ground"><p class="lead">We run it.</p></div>
</header>`;
/** The same head with the picture of a card. */
export const coverHead = head.replace('"page-head__art"', '"page-head__art head-cover__art"');
const boxes: Record<string, Box> = {
  '.page-head__horizon': [0, -700, 1000, 1000],
  '.page-head__art': [400, 100, 600, 400],
  '.hero__line': [0, 498, 1000, 2],
  '.card__art': [100, 500, 300, 200],
};

/**
 * Opens pages one after the other. Of each animation that a page starts, the element's class, the keyframes and the
 * options are recorded.
 */
export function openPages(t: TestContext, first: string) {
  const started: [target: string, frames: Keyframe | Keyframe[], options: number | KeyframeAnimationOptions][] = [];
  const animations: { onfinish?: () => void }[] = [];
  replaceProperty(t, Element.prototype, 'animate', {
    value(this: Element, frames: Keyframe | Keyframe[], options: number | KeyframeAnimationOptions) {
      started.push([this.className, frames, options]);
      const animation = {};
      animations.push(animation);
      return animation;
    },
  });
  /** Ends all animations. */
  const finish = () => {
    for (const { onfinish } of animations) onfinish?.();
  };
  replaceProperty(t, globalThis, 'innerHeight', { value: 800 });
  const show = (html: string, others: Record<string, Box> = {}) => {
    document.body.innerHTML = html;
    for (const [selector, box] of Object.entries({ ...boxes, ...others })) {
      const element = document.querySelector(selector);
      if (element) replaceProperty(t, element, 'getBoundingClientRect', { value: () => new DOMRect(...box) });
    }
  };
  t.after(() => show(''));
  const motion = createHeadMotion(document);
  show(first);
  const click = (selector: string, keys: MouseEventInit = {}) => {
    const link = document.querySelector<HTMLElement>(selector);
    assert.ok(link);
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }));
  };
  const open = (html: string, others?: Record<string, Box>) => {
    started.length = 0;
    const old = motion.measure();
    show(html, others);
    motion.start(old);
    return started;
  };
  return { show, click, open, finish };
}

/**
 * Returns where each animated element that is no text begins, by the class of the element: its transform, or its
 * translation and scale.
 */
export function transformsOf(started: ReturnType<ReturnType<typeof openPages>['open']>): Record<string, unknown> {
  return Object.fromEntries(
    started.flatMap(([target, frames]) => {
      if (Array.isArray(frames) || 'opacity' in frames || /title|before/.test(target)) return [];
      const { transform, translate, scale } = frames;
      if (Array.isArray(transform)) {
        assert.equal(transform[1], 'none');
        return [[target, transform[0] as unknown]];
      }
      if (!Array.isArray(translate) || !Array.isArray(scale)) return [];
      assert.equal(translate[1], '0px 0px');
      assert.match(String(scale[1]), /^1( 1)?$/);
      return [[target, `${translate[0]}, ${scale[0]}`]];
    }),
  );
}
