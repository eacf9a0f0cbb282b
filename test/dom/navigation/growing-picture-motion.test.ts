import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { open, place, recordAnimations } from '../../support/growing-picture.ts';

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
