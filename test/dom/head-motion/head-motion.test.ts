import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { coverHead, head, openPages, transformsOf } from '../../support/head-motion.ts';

const glide = { duration: 360, easing: 'cubic-bezier(0.16, 0.84, 0.28, 1)' };
const travel = { duration: 380, easing: 'cubic-bezier(0.45, 0.05, 0.2, 1)' };
const hero = '<div class="film"></div><h1 class="hero__title">A</h1><div class="hero__line"></div>';
const cardOf = (name: string) =>
  `<article class="${name}"><div class="card__art"><img class="in-card" src="/a.svg"></div><h3><a class="link" href="/a">Read</a></h3></article>`;
const card = cardOf('card');

describe('the horizon of a page', () => {
  it('glides from that of the previous page, with all that stands on it', (t) => {
    const { open } = openPages(t, hero);
    assert.deepEqual(transformsOf(open(head)), {
      'page-head__horizon': 'translateY(200px)',
      'page-head__art': '0px 200px, 1',
    });
    assert.deepEqual(transformsOf(open(hero)), {
      film: 'translateY(-200px)',
      hero__line: 'translateY(-200px)',
    });
  });

  it('glides in less than 400 ms, as all that rises on the site', (t) => {
    const { open } = openPages(t, hero);
    const started = open(head).filter(([target]) => /page-head__(horizon|art)/.test(target));
    assert.deepEqual(
      started.map(([, , options]) => options),
      [travel, travel, glide],
    );
    assert.ok(travel.duration < 400);
    const tokens = readFileSync(new URL('../../../client/styles/tokens.css', import.meta.url), 'utf8');
    assert.ok(tokens.includes(`--ease-rise: ${glide.easing};`));
  });

  it('does not glide from the upper fifth of the window, from where it would seem to fall', (t) => {
    const { show, open } = openPages(t, '');
    for (const [bottom, moves] of [
      [-100, false],
      [159, false],
      [160, true],
    ] as const) {
      show(hero, { '.hero__line': [0, bottom - 2, 1000, 2] });
      assert.equal('page-head__horizon' in transformsOf(open(head)), moves, String(bottom));
    }
  });

  it('does not glide where one of the pages has none', (t) => {
    const { open } = openPages(t, '<h1>A</h1>');
    assert.deepEqual(transformsOf(open(head)), {});
    assert.deepEqual(transformsOf(open('<div class="film"></div>')), {});
  });

  it('does not glide, nor anything else, where the head is above the window, as after Back', (t) => {
    const pages = openPages(t, hero);
    assert.deepEqual(pages.open(head, { '.page-head__horizon': [0, -1200, 1000, 1000] }), []);
  });

  it('glides from that of the picture of a clicked card', (t) => {
    for (const name of ['card', 'featured-news__slide']) {
      const { show, click, open } = openPages(t, '');
      show(cardOf(name));
      click('.link');
      // 500 + 0.62 * 200 - 500
      assert.deepEqual(transformsOf(open(hero)), { film: 'translateY(124px)', hero__line: 'translateY(124px)' }, name);
    }
  });
});

describe('the picture of a clicked card', () => {
  it('grows into the picture of a head, with its horizon on the line', (t) => {
    const { click, open } = openPages(t, card);
    click('.link');
    const started = open(head);
    // It begins 1.25 times as wide as the card, and 0.31 times its width to the left of it.
    assert.deepEqual(transformsOf(started), {
      // At most 60 % of the ground, which ends at 800, is above the line: 300 + 0.6 * 500 - 300.
      'page-head__horizon': 'translateY(300px)',
      'page-head__art': `${100 - 0.31 * 300 - 400}px 300px, 0.625`,
      // Its lines go on to the right, from where its right edge is.
      'page-head__strip': `${100 - 0.31 * 300 - 400 - 600 * (1 - 0.625)}px 300px, 1 0.625`,
    });
  });

  it('grows into the cover of an article, which is the same picture', (t) => {
    const { click, open } = openPages(t, card);
    click('.link');
    const size = 300 / 600;
    assert.deepEqual(transformsOf(open(coverHead)), {
      'page-head__horizon': 'translateY(300px)',
      'page-head__art head-cover__art': `${100 - 400}px 300px, ${size}`,
      'page-head__strip': `${100 - 400 - 600 * (1 - size)}px 300px, 1 ${size}`,
    });
  });

  it('does not grow without a click on its card', (t) => {
    const { open } = openPages(t, hero + card);
    assert.equal(transformsOf(open(coverHead))['page-head__art head-cover__art'], '0px 200px, 1');
  });

  it('does not grow after a click on a link outside of cards', (t) => {
    const { click, open } = openPages(t, `${hero}${card}<a class="other" href="#">Read</a>`);
    click('.link');
    click('.other');
    assert.equal(transformsOf(open(head))['page-head__art'], '0px 200px, 1');
  });

  it('does not grow where the card is gone or has no picture', (t) => {
    const { show, click, open } = openPages(t, hero + card);
    click('.link');
    show(hero);
    assert.equal(transformsOf(open(head))['page-head__art'], '0px 200px, 1');
    show(`${hero}<article class="card"><a class="link" href="#">Read</a></article>`);
    click('.link');
    assert.equal(transformsOf(open(head))['page-head__art'], '0px 200px, 1');
  });

  it('grows once, and also where the page stops the click', (t) => {
    const { show, click, open } = openPages(t, hero + card);
    document.querySelector('.link')?.addEventListener('click', (event) => event.stopPropagation());
    click('.link');
    assert.match(String(transformsOf(open(head))['page-head__art']), /0\.625$/);
    show(hero + card);
    assert.equal(transformsOf(open(head))['page-head__art'], '0px 200px, 1');
  });
});

describe('the drawing of a head', () => {
  const drawn = [['page-head__art', { opacity: [0.25, 1] }, glide]];
  const drawnOf = (started: ReturnType<ReturnType<typeof openPages>['open']>) =>
    started.filter(([target, frames]) => target === 'page-head__art' && 'opacity' in frames);

  it('fades in after a page without one, whether the horizon glides or stays', (t) => {
    const { open } = openPages(t, hero);
    assert.deepEqual(drawnOf(open(head)), drawn);
    assert.deepEqual(drawnOf(open(head)), drawn);
  });

  it('does not where it is the picture of the clicked card', (t) => {
    const { click, open } = openPages(t, card);
    click('.link');
    assert.deepEqual(drawnOf(open(head)), []);
  });
});

describe('the colours of a head', () => {
  const coloured = (sky: string, ground: string) =>
    `<header class="page-head" style="background-color: ${ground}"><div class="page-head__horizon" style="background-color: ${sky}"></div></header>`;
  const layers = () => [...document.querySelectorAll<HTMLElement>('.page-head__horizon > .page-head__before')];

  it('are uncovered from the line upwards and downwards, by those of the previous head', (t) => {
    const { open, finish } = openPages(t, coloured('pink', 'white'));
    const started = open(coloured('yellow', 'ivory'));
    assert.deepEqual(
      layers().map(({ style }) => style.backgroundColor),
      ['pink', 'white'],
    );
    const uncovering = ['page-head__before', { transform: ['none', 'scaleY(0)'] }, travel];
    assert.deepEqual(
      started.filter(([target]) => target === 'page-head__before'),
      [uncovering, uncovering],
    );
    finish();
    assert.deepEqual(layers(), []);
  });

  it('are uncovered from the black of a film', (t) => {
    const { open } = openPages(
      t,
      '<section class="hero" style="background-color: black"><div class="hero__line"></div></section>',
    );
    open(coloured('yellow', 'ivory'));
    assert.deepEqual(
      layers().map(({ style }) => style.backgroundColor),
      ['black', 'black'],
    );
  });

  it('are behind the drawing of the new head before it appears, where it follows no sun', (t) => {
    const { open } = openPages(t, coloured('black', 'black'));
    const started = open(coloured('yellow', 'ivory').replace('</header>', '<img class="page-head__art"></header>'));
    const fades = started.filter(([target, frames]) => target === 'page-head__art' && 'opacity' in frames);
    assert.deepEqual(fades, [['page-head__art', { opacity: [0, 0, 1] }, travel]]);
  });

  it('are laid over a film, which they uncover', (t) => {
    const { open } = openPages(t, coloured('pink', 'white'));
    open('<section class="hero"><div class="hero__line"></div></section>');
    assert.deepEqual(
      [...document.querySelectorAll<HTMLElement>('.hero__line > .page-head__before')].map(
        ({ style }) => style.backgroundColor,
      ),
      ['pink', 'white'],
    );
  });

  it('do not return where the previous head was above the window', (t) => {
    const { show, open } = openPages(t, '');
    show(coloured('pink', 'white'), { '.page-head__horizon': [0, -1200, 1000, 1000] });
    open(coloured('yellow', 'ivory'));
    assert.deepEqual(layers(), []);
  });

  it('do not change where one of the pages has no head', (t) => {
    const { open } = openPages(t, hero);
    open(coloured('yellow', 'ivory'));
    assert.deepEqual(layers(), []);
    open(hero);
    assert.deepEqual(layers(), []);
  });
});

describe('the texts of a head', () => {
  const frames = (opacity: number[], y: number) => ({ opacity, transform: [`translateY(${y}px)`, 'none'] });
  const risenOf = (started: ReturnType<ReturnType<typeof openPages>['open']>) =>
    started.filter(([, given]) => 'opacity' in given && 'transform' in given);
  const names = ['page-head__back', 'page-head__title', 'lead'];
  const risen = names.map((name) => [name, frames([0.25, 1], 8), glide]);

  it('are there at once, and move with the horizon, or rise a little where it stays', (t) => {
    const { open } = openPages(t, hero);
    const withHorizon = names.map((name) => [name, frames([0.25, 1], 200), travel]);
    assert.deepEqual(risenOf(open(head)), withHorizon);
    assert.deepEqual(risenOf(open(head)), risen);
    assert.deepEqual(
      risenOf(open(`${hero}<div class="hero__ground"></div>`)).map(([target]) => target),
      ['hero__title', 'hero__ground'],
    );
  });

  it('are invisible in the first frame where the colours behind them are those of the previous head', (t) => {
    const onSky = (sky: string) =>
      head.replace('"page-head__horizon"', `"page-head__horizon" style="background-color: ${sky}"`);
    const { open } = openPages(t, onSky('pink'));
    assert.deepEqual(risenOf(open(onSky('pink'))), risen);
    const [title] = risenOf(open(onSky('black')));
    assert.deepEqual(title, ['page-head__back', frames([0, 0, 1], 8), travel]);
  });
});
