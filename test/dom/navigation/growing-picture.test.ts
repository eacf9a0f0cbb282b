import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { createGrowingPicture } from '#client/navigation/growing-picture.ts';
import { replaceProperty } from '../../support/replace-property.ts';

/** A page with a card for each picture, whose links lead nowhere. */
function open(t: TestContext, ...pictures: string[]) {
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
function growsInto(t: TestContext, from: string, to: string): boolean {
  const { picture, show, click, named } = open(t, from);
  click(0);
  picture.begin();
  show(`<img class="page-head__art" src="${to}">`);
  picture.arrive();
  return named().length === 1;
}

/** The animations that are started, by the part of the transition or the class of the element. */
function recordAnimations(t: TestContext) {
  const started: [target: string, frames: Keyframe[], options: KeyframeAnimationOptions][] = [];
  replaceProperty(t, Element.prototype, 'animate', {
    value(this: Element, frames: Keyframe[], { pseudoElement, ...options }: KeyframeAnimationOptions) {
      started.push([pseudoElement?.replace('::view-transition-', '') ?? this.className, frames, options]);
    },
  });
  return { started, of: (wanted: string) => started.find(([target]) => target === wanted)?.slice(1) };
}

const head = (picture: string) => `<img class="page-head__art" src="/a/head-${picture}.svg">`;

/** Gives an element a place in the window. */
function place(t: TestContext, selector: string, x: number, y: number, width: number, height: number): void {
  const element = document.querySelector(selector);
  assert.ok(element);
  replaceProperty(t, element, 'getBoundingClientRect', { value: () => new DOMRect(x, y, width, height) });
}

describe('the picture of a clicked card', () => {
  it('gives a name to the same picture in the head of the new page, and removes it at the end', (t) => {
    const { picture, show, click, named } = open(t, '/a/service-cloud-0a1b2c3d.svg', '/a/service-data-0a1b2c3d.svg');
    click(1);
    picture.begin();
    assert.deepEqual(named(), []);
    show('<img src="/logo.svg"><img class="page-head__art" src="/a/head-data-99887766.svg">');
    picture.arrive();
    assert.deepEqual(named(), [1]);
    picture.end();
    assert.deepEqual(named(), []);
  });

  it('grows into the wide cover of an article', (t) => {
    const { picture, show, click, named } = open(t, '/media/news/ship.svg');
    click(0);
    picture.begin();
    show('<div class="news-article__cover"><img src="/media/news/ship-wide.svg"></div>');
    picture.arrive();
    assert.deepEqual(named(), [0]);
  });

  it('is recognised by its name in other sizes and uses', (t) => {
    for (const [from, to] of [
      ['/a/service-cloud-0a1b2c3d.svg', '/a/head-cloud-99887766.svg'],
      ['/a/service-cloud.svg', '/a/head-cloud.svg'],
      ['/a/product-gitl-0a1b2c3d.svg', '/a/product-gitl-wide-99887766.svg'],
      ['/a/product-gitl-wide.svg', '/b/product-gitl.avif'],
    ] as const)
      assert.equal(growsInto(t, from, to), true, `${from} into ${to}`);
  });

  it('does not grow into another picture', (t) => {
    for (const [from, to] of [
      ['/a/service-cloud-0a1b2c3d.svg', '/a/head-security-99887766.svg'],
      ['/a/service-cloud.svg', '/a/cloud-service-cloud.svg'],
      ['/a/self-service-cloud.svg', '/a/self-cloud.svg'],
      ['/a/cloud.svg', '/a/cloud.svg.map'],
      ['/a/widest.svg', '/a/st.svg'],
    ] as const)
      assert.equal(growsInto(t, from, to), false, `${from} into ${to}`);
  });

  it('is the one that the browser chose for the window', (t) => {
    const { picture, show, click, named } = open(t, '/a/service-cloud.svg');
    const image = document.querySelector('img');
    assert.ok(image);
    replaceProperty(t, image, 'currentSrc', { value: '/a/service-data.svg' });
    click(0);
    picture.begin();
    show('<img class="page-head__art" src="/a/head-data.svg">');
    picture.arrive();
    assert.deepEqual(named(), [0]);
  });

  it('is found for a click that the page stops', (t) => {
    const { picture, show, click, named } = open(t, '/a/service-cloud.svg');
    document.querySelector('a')?.addEventListener('click', (event) => event.stopPropagation());
    click(0);
    picture.begin();
    show(head('cloud'));
    picture.arrive();
    assert.deepEqual(named(), [0]);
  });

  it('has no name when the new page has no large picture', (t) => {
    const { picture, click, named } = open(t, '/a/service-cloud.svg');
    click(0);
    picture.begin();
    picture.arrive();
    assert.deepEqual(named(), []);
  });

  it('has no name when its card is gone, has no picture, or has one without an address', (t) => {
    const { picture, show, click, named } = open(t, '/a/service-cloud.svg');
    click(0);
    show('');
    picture.begin();
    show(head('cloud'));
    picture.arrive();
    assert.deepEqual(named(), []);
    for (const image of ['', '<img>']) {
      show(`<article class="news-card">${image}<h3><a href="#">Read</a></h3></article>`);
      click(0);
      picture.begin();
      show('<img class="page-head__art">');
      picture.arrive();
      assert.deepEqual(named(), []);
    }
  });

  it('is that of the last card when another is clicked before the first page is shown', (t) => {
    const { picture, show, click, named } = open(t, '/a/service-cloud.svg', '/a/service-data.svg');
    click(0);
    picture.begin();
    click(1);
    picture.begin();
    show(head('data'));
    picture.arrive();
    assert.deepEqual(named(), [0]);
  });

  it('is forgotten with the next page', (t) => {
    const { picture, show, click, named } = open(t, '/a/service-cloud.svg');
    click(0);
    picture.begin();
    picture.begin();
    show(head('cloud'));
    picture.arrive();
    assert.deepEqual(named(), []);
  });

  it('loses its name when another page is opened', (t) => {
    const { picture, show, click, named } = open(t, '/a/service-cloud.svg');
    click(0);
    picture.begin();
    show(head('cloud'));
    picture.arrive();
    picture.begin();
    assert.deepEqual(named(), []);
  });

  it('has no name after a click on something else, or on a link outside of cards', (t) => {
    const { picture, show, click, named } = open(t, '/a/service-cloud.svg');
    for (const html of ['<p>Text</p>', '<a href="#">Read</a><img src="/a/service-cloud.svg">']) {
      click(0);
      document.body.insertAdjacentHTML('beforeend', html);
      (document.body.querySelector('body > p, body > a') as HTMLElement).click();
      picture.begin();
      show(head('cloud'));
      picture.arrive();
      assert.deepEqual(named(), []);
      show('<article class="sky-card"><img src="/a/service-cloud.svg"><h3><a href="#">Read</a></h3></article>');
    }
  });
});

describe('a picture that grows', () => {
  const growth = { duration: 360, easing: 'cubic-bezier(0.16, 0.84, 0.28, 1)' };

  /** Clicks a card whose picture has 300 by 200 px and is at 100, 500, and opens a page. */
  function grow(t: TestContext, html: string, placeAll: () => void) {
    const animations = recordAnimations(t);
    const { picture, show, click } = open(t, '/a/service-cloud.svg');
    place(t, '.sky-card img', 100, 500, 300, 200);
    click(0);
    picture.begin();
    show(html);
    placeAll();
    picture.arrive();
    picture.run();
    return animations;
  }

  /** The head has 1000 by 400 px, and a picture of 750 by 500 px at its right. */
  const growIntoHead = (t: TestContext) =>
    grow(
      t,
      `<header>
        <div class="page-head__text"><a class="back" href="#">Home</a><h1 class="title"><i class="word">A</i></h1></div>
        <img class="page-head__art" src="/a/head-cloud.svg">
        <div class="page-head__ground"><p class="lead">We run it.</p></div>
      </header>`,
      () => {
        place(t, 'header', 0, 0, 1000, 400);
        place(t, '.page-head__art', 250, 0, 750, 500);
      },
    );

  it('begins in a head as its drawing in the card: half as large, farther left, with its horizon at the same height', (t) => {
    // It ends where the head ends, which clips it.
    const clipPath = 'inset(0 0 100px)';
    // The horizon is at 500 + 0.62 * 200 = 376 + 0.496 * 250.
    assert.deepEqual(growIntoHead(t).of('group(picture)'), [
      [{ transform: 'translate(7px, 500px) scale(0.5)', clipPath }, { clipPath }],
      growth,
    ]);
  });

  it('takes the line of the page with it, from the width of the card to that of the window', (t) => {
    assert.deepEqual(growIntoHead(t).of('group(horizon)'), [
      [
        { transform: 'translateY(622px)', clipPath: 'inset(0 600px 0 100px)' },
        { transform: 'translateY(246px)', clipPath: 'inset(0)' },
      ],
      growth,
    ]);
  });

  it('begins in an article as wide as the card, without the line', (t) => {
    const cover = '<div class="news-article__cover"><img src="/a/service-cloud-wide.svg"></div>';
    const { started, of } = grow(t, cover, () => place(t, '.news-article__cover img', 50, 600, 900, 400));
    const clipPath = 'inset(0 0 0px)';
    const scale = 300 / 900;
    assert.deepEqual(of('group(picture)'), [
      [{ transform: `translate(100px, ${624 - 400 * 0.62 * scale}px) scale(${scale})`, clipPath }, { clipPath }],
      growth,
    ]);
    assert.equal(started.length, 1);
  });

  it('covers no text of the head, because the texts appear when it has nearly arrived', (t) => {
    const hidden = { opacity: 0 };
    assert.deepEqual(
      growIntoHead(t).started.filter(([target]) => !target.includes('(')),
      ['back', 'title', 'lead'].map((target) => [target, [hidden, { ...hidden, offset: 0.9 }], growth]),
    );
  });

  it('moves as the line does in the styles', () => {
    const read = (name: string) => readFileSync(new URL(`../../../client/styles/${name}.css`, import.meta.url), 'utf8');
    assert.ok(read('tokens').includes(`--ease-rise: ${growth.easing};`));
    assert.match(
      read('base'),
      /group\(\*\) \{\s+animation-duration: 360ms;\s+animation-timing-function: var\(--ease-rise\);/,
    );
  });

  it('is not there without a click on its card', (t) => {
    const { started } = recordAnimations(t);
    const { picture, show } = open(t, '/a/service-cloud.svg');
    picture.begin();
    show('<header><div class="page-head__text"><h1>Cloud</h1></div></header>');
    picture.arrive();
    picture.run();
    assert.deepEqual(started, []);
  });
});
