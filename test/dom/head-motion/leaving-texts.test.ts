import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { head, openPages } from '../../support/head-motion.ts';

const headOf = (title: string) =>
  `<header class="page-head"><div class="page-head__horizon"></div><div class="page-head__text"><h1 id="title" class="page-head__title">${title}</h1></div><img class="page-head__art" src="/a.svg"></header>`;
const inWindow: Record<string, [number, number, number, number]> = { '.page-head': [0, 0, 1000, 500] };
const layers = () => document.querySelectorAll('.page-head__leaving');

describe('the texts of the previous page', () => {
  it('fade before the new ones appear, without its line', (t) => {
    const { show, open, finish } = openPages(t, '');
    show(headOf('Before'), inWindow);
    const started = open(headOf('After'), inWindow);
    const [layer, ...others] = layers();
    assert.ok(layer instanceof HTMLElement);
    assert.equal(others.length, 0);
    assert.equal(layer.textContent, 'Before');
    assert.equal(layer.querySelectorAll('.page-head__horizon').length, 0);
    const fade = started.find(([target]) => target === 'page-head');
    assert.deepEqual(fade, ['page-head', { opacity: [1, 0] }, 120]);
    const appearing = started.find(([target]) => target === 'page-head__title')?.[1];
    assert.ok(appearing && 'opacity' in appearing && Array.isArray(appearing['opacity']));
    assert.equal(appearing['opacity'][0], 0);
    const options = started.find(([target]) => target === 'page-head__title')?.[2];
    assert.ok(typeof options === 'object' && options.delay === 90);
    finish();
    assert.equal(layers().length, 0);
  });

  it('fade with the picture, which the new one replaces meanwhile where their suns are at the same place', (t) => {
    const { show, open } = openPages(t, '');
    const sunAt = (centre: number) =>
      headOf('Title').replace('<img', `<div data-sun="${centre} 0.1"><img`).replace('.svg">', '.svg"></div>');
    show(sunAt(0.2), inWindow);
    const started = open(sunAt(0.3), inWindow);
    assert.equal(layers()[0]?.querySelectorAll('.page-head__art').length, 1);
    const changes = started.flatMap(([target, frames]) => (/art/.test(target) && 'opacity' in frames ? [frames] : []));
    assert.deepEqual(changes, [{ opacity: [0, 1] }]);
  });

  it('fade without the picture if that shrinks into its card', (t) => {
    const { show, click, open } = openPages(t, '');
    const card = '<article class="card"><div class="card__art"></div><a class="link" href="/a">Read</a></article>';
    show(card);
    click('.link');
    open(headOf('Before'), inWindow);
    open(`${headOf('After')}${card}`, inWindow);
    assert.equal(layers()[0]?.querySelectorAll('.page-head__art').length, 0);
  });

  it('fade over the colours of their head, which cover a page without a head and are uncovered from the line', (t) => {
    const { show, open } = openPages(t, '');
    const panel = '<section class="panel"><h1 class="panel__title">After</h1></section>';
    const covers = () => document.querySelectorAll('.page-head__covers > div').length;
    const boxes: Parameters<typeof show>[1] = {
      ...inWindow,
      '.panel__title': [0, 200, 500, 300],
      '.panel': [0, 0, 1000, 800],
    };
    show(headOf('Before'), boxes);
    open(panel, boxes);
    assert.match(layers()[0]?.textContent ?? '', /Before/);
    assert.equal(covers(), 2);
    const started = open(headOf('Last'), boxes);
    assert.match(layers()[0]?.textContent ?? '', /After/);
    assert.equal(started.filter(([target]) => target === 'page-head__before').length, 2);
  });

  it('are not the picture of the page that is shown', (t) => {
    const { show, click, open } = openPages(t, '');
    show(headOf('Before'), inWindow);
    open('<h1>After</h1>', {});
    // The picture of the first page has not faded yet, and it is not the start of the picture that is shown next.
    document.body.insertAdjacentHTML('beforeend', '<a class="other" href="#">Read</a>');
    click('.other');
    const [layer] = layers();
    const started = open(`${layer?.outerHTML ?? ''}<h1>Last</h1>`, {});
    assert.deepEqual(
      started.filter(([target]) => /art/.test(target)),
      [],
    );
  });

  it('have nearly faded before the new colours are uncovered behind them', (t) => {
    const onSky = (sky: string, title: string) =>
      headOf(title).replace(
        '"page-head__horizon"',
        `"page-head__horizon" style="background-color: ${sky}; border-bottom-color: ${sky}"`,
      );
    const { show, open } = openPages(t, '');
    show(onSky('pink', 'Before'), inWindow);
    const started = open(onSky('black', 'After'), inWindow);
    const uncovering = started.filter(([target]) => target === 'page-head__before');
    assert.ok(uncovering.length > 0);
    for (const [, , options] of uncovering) {
      assert.ok(typeof options === 'object');
      // The colours are complete when the line arrives, after 380 ms. During the delay the old colours cover them.
      assert.deepEqual([options.delay, options.duration, options.fill], [90, 290, 'backwards']);
    }
    // The line keeps its colour, too: the new one might not be visible on the old colours.
    const recolouring = started.find(([, frames]) => 'borderBottomColor' in frames);
    assert.deepEqual(recolouring, [
      'page-head__horizon',
      { borderBottomColor: ['pink', 'black'] },
      { delay: 90, duration: 60, fill: 'backwards' },
    ]);
  });

  it('are where they were in a page that was scrolled', (t) => {
    const { show, open } = openPages(t, '');
    show(headOf('Before'), { '.page-head': [0, -120, 1000, 500] });
    open(headOf('After'), inWindow);
    assert.equal(layers()[0]?.querySelector<HTMLElement>('.page-head')?.style.marginBlockStart, '-120px');
  });

  it('are nothing for screen readers, the focus, and whoever looks for the heading', (t) => {
    const { show, open } = openPages(t, '');
    show(headOf('Before'), inWindow);
    open(headOf('After'), inWindow);
    assert.equal((layers()[0] as HTMLElement).inert, true);
    assert.deepEqual(
      [...document.querySelectorAll('h1, #title')].map(({ textContent }) => textContent),
      ['After'],
    );
  });

  it('are not shown again if they were not in the window', (t) => {
    const { show, open } = openPages(t, '');
    show(headOf('Before'), { '.page-head': [0, -600, 1000, 500] });
    open(headOf('After'), inWindow);
    assert.equal(layers().length, 0);
  });

  it('fade on their colours where the new head is above the window, and the colours give way from the line', (t) => {
    const { show, open, finish } = openPages(t, '');
    show(headOf('Before'), inWindow);
    const started = open(head, { '.page-head__horizon': [0, -1200, 1000, 1000] });
    assert.equal(layers().length, 1);
    const covers = [...document.querySelectorAll<HTMLElement>('.page-head__covers > *')];
    assert.deepEqual(
      covers.map(({ style: { top, height } }) => [top, height]),
      [
        ['0px', '300px'],
        ['300px', '200px'],
      ],
    );
    const moves = started.flatMap(([, frames]) => ('transform' in frames ? [frames.transform] : []));
    assert.deepEqual(moves, [
      ['none', 'translateY(-300px)'],
      ['none', 'translateY(200px)'],
    ]);
    finish();
    assert.equal(document.querySelectorAll('.page-head__covers').length, 0);
  });

  it('fade at once under the growing picture of a card', (t) => {
    const { show, click, open } = openPages(t, '');
    show(
      `${headOf('Before')}<article class="card"><div class="card__art"></div><a class="link" href="/a">Read</a></article>`,
      inWindow,
    );
    click('.link');
    const fade = open(headOf('After'), inWindow).find(([target]) => target === 'page-head');
    assert.deepEqual(fade, ['page-head', { opacity: [1, 0] }, 40]);
  });

  it('stay on their ground where the new head is lower, until the content below it is uncovered', (t) => {
    const onGround = (colour: string, title: string) =>
      headOf(title).replace('"page-head"', `"page-head" style="background-color: ${colour}"`);
    const { show, open, finish } = openPages(t, '');
    show(onGround('black', 'Before'), { '.page-head': [0, 0, 1000, 900] });
    const started = open(onGround('white', 'After'), inWindow);
    const [below] = document.querySelectorAll<HTMLElement>('.page-head__covers');
    assert.ok(below);
    // The window ends at 800, the new head at 500; both lines are at 300.
    assert.deepEqual([below.style.top, below.style.height], ['500px', '300px']);
    const ground = below.firstElementChild;
    assert.ok(ground instanceof HTMLElement);
    const { backgroundColor, height, top } = ground.style;
    assert.deepEqual({ backgroundColor, height, top }, { backgroundColor: 'black', height: '300px', top: '0px' });
    // It moves under the new head: between the two, nothing is uncovered.
    assert.ok(started.some(([, frames]) => JSON.stringify(frames) === '{"transform":["none","translateY(-300px)"]}'));
    const [layer] = layers();
    assert.ok(layer instanceof HTMLElement);
    assert.equal(layer.style.blockSize, '800px');
    finish();
    assert.equal(document.querySelectorAll('.page-head__covers').length, 0);
  });

  it('need no ground below a head that is as high', (t) => {
    const { show, open } = openPages(t, '');
    show(headOf('Before'), inWindow);
    open(headOf('After'), inWindow);
    assert.equal(document.querySelectorAll('.page-head__covers').length, 0);
  });
});
