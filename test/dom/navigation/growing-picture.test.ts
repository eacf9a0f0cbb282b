import assert from 'node:assert/strict';
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

/** The animations that are started on parts of the transition. */
function recordAnimations(t: TestContext) {
  const started: [part: string | null | undefined, frames: Keyframe[], durationMs: unknown][] = [];
  replaceProperty(t, document.documentElement, 'animate', {
    value: (frames: Keyframe[], { pseudoElement, duration }: KeyframeAnimationOptions) =>
      started.push([pseudoElement, frames, duration]),
  });
  return started;
}

describe('the picture of a clicked card', () => {
  it('passes its name to the same picture in the head of the new page, and removes it at the end', (t) => {
    const { picture, show, click, named } = open(t, '/a/service-cloud-0a1b2c3d.svg', '/a/service-data-0a1b2c3d.svg');
    assert.deepEqual(named(), []);
    click(1);
    picture.begin();
    assert.deepEqual(named(), [1]);
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
    const { picture, click, named } = open(t, '/a/service-cloud.svg');
    document.querySelector('a')?.addEventListener('click', (event) => event.stopPropagation());
    click(0);
    picture.begin();
    assert.deepEqual(named(), [0]);
  });

  it('loses its name when the new page has no large picture', (t) => {
    const { picture, click, named } = open(t, '/a/service-cloud.svg');
    click(0);
    picture.begin();
    picture.arrive();
    assert.deepEqual(named(), []);
  });

  it('has no name when its card is gone, has no picture, or has one without an address', (t) => {
    const { picture, show, click, named } = open(t, '/a/service-cloud.svg');
    const image = document.querySelector('img');
    click(0);
    show('');
    picture.begin();
    assert.equal(image?.style.getPropertyValue('view-transition-name'), '');
    show('<article class="news-card"><h3><a href="#">Read</a></h3></article>');
    click(0);
    picture.begin();
    picture.arrive();
    show('<article class="news-card"><img><h3><a href="#">Read</a></h3></article>');
    click(0);
    picture.begin();
    show('<img class="page-head__art">');
    picture.arrive();
    assert.deepEqual(named(), []);
  });

  it('is the only one with the name when another card is clicked before the first page is shown', (t) => {
    const { picture, click, named } = open(t, '/a/service-cloud-0a1b2c3d.svg', '/a/service-data-0a1b2c3d.svg');
    click(0);
    picture.begin();
    click(1);
    picture.begin();
    assert.deepEqual(named(), [1]);
  });

  it('has no name after a click on something else', (t) => {
    const { picture, click, named } = open(t, '/a/service-cloud-0a1b2c3d.svg');
    click(0);
    document.body.click();
    picture.begin();
    assert.deepEqual(named(), []);
  });
});

describe('the box that grows', () => {
  const filling = { blockSize: '100%', objectFit: 'cover', overflow: 'clip' };

  it('is filled by the picture of the new page', (t) => {
    const started = recordAnimations(t);
    const { picture, show, click } = open(t, '/media/news/ship.svg');
    click(0);
    picture.begin();
    show('<div class="news-article__cover"><img src="/media/news/ship-wide.svg"></div>');
    picture.arrive();
    picture.run();
    assert.deepEqual(started, [['::view-transition-new(picture)', [filling, filling], 360]]);
  });

  it('fades out at its edges on its way to the head of a page', (t) => {
    const started = recordAnimations(t);
    const { picture, show, click } = open(t, '/a/service-cloud.svg');
    click(0);
    picture.begin();
    show('<img class="page-head__art" src="/a/head-cloud.svg">');
    picture.arrive();
    picture.run();
    const fading = { maskImage: 'linear-gradient(90deg, black 80%, transparent)', clipPath: 'inset(0 0 18%)' };
    assert.deepEqual(started.at(-1), [
      '::view-transition-image-pair(picture)',
      [
        { ...fading, maskSize: '100% 100%' },
        { ...fading, maskSize: '125% 100%' },
      ],
      360,
    ]);
  });

  it('is not there without a picture that grows', (t) => {
    const started = recordAnimations(t);
    const { picture } = open(t, '/a/service-cloud.svg');
    picture.begin();
    picture.arrive();
    picture.run();
    assert.deepEqual(started, []);
  });
});
