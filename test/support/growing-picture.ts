import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createGrowingPicture } from '#client/navigation/growing-picture.ts';
import { replaceProperty } from './replace-property.ts';

/** A page with a card for each picture, whose links lead nowhere. */
export function open(t: TestContext, ...pictures: string[]) {
  const cards = pictures.map(
    (src) => `<article class="sky-card"><img src="${src}"><h3><a href="#">Read</a></h3></article>`,
  );
  const picture = createGrowingPicture(document);
  const show = (html: string) => {
    document.body.innerHTML = html;
  };
  show(cards.join(''));
  t.after(() => show(''));
  const click = (position: number) => document.querySelectorAll('a')[position]?.click();
  const named = () =>
    [...document.querySelectorAll('img')].flatMap((image, position) =>
      image.style.getPropertyValue('view-transition-name') === 'picture' ? [position] : [],
    );
  return { picture, show, click, named };
}

/** Clicks the card of `from`, and opens a page with the picture `to`; returns whether the one grows into the other. */
export function growsInto(t: TestContext, from: string, to: string): boolean {
  const { picture, show, click, named } = open(t, from);
  click(0);
  picture.begin();
  show(`<img class="page-head__art" src="${to}">`);
  picture.arrive();
  return named().length === 1;
}

/** The animations that are started, by the part of the transition or the class of the element. */
export function recordAnimations(t: TestContext) {
  const started: [target: string, frames: Keyframe[], options: KeyframeAnimationOptions][] = [];
  replaceProperty(t, Element.prototype, 'animate', {
    value(this: Element, frames: Keyframe[], { pseudoElement, ...options }: KeyframeAnimationOptions) {
      started.push([pseudoElement?.replace('::view-transition-', '') ?? this.className, frames, options]);
    },
  });
  return { started, of: (wanted: string) => started.find(([target]) => target === wanted)?.slice(1) };
}

export const head = (picture: string) => `<img class="page-head__art" src="/a/head-${picture}.svg">`;

/** Gives an element a place in the window. */
export function place(t: TestContext, selector: string, x: number, y: number, width: number, height: number): void {
  const element = document.querySelector(selector);
  assert.ok(element);
  replaceProperty(t, element, 'getBoundingClientRect', { value: () => new DOMRect(x, y, width, height) });
}
