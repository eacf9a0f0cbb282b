import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { head, openPages, transformsOf } from '../../support/head-motion.ts';

const hero = '<div class="film"></div><h1 class="hero__title">A</h1><div class="hero__line"></div>';
const card =
  '<article class="card"><div class="card__art"><img src="/a.svg"></div><h3><a class="link" href="/a">Read</a></h3></article>';

describe('the sun of a drawing', () => {
  const headWith = (centre: number, radius = 0.1) =>
    head.replace('<img', `<div data-sun="${centre} ${radius}"><img`).replace('/head.svg">', '/head.svg"></div>');
  const drawing = () => document.querySelector('.page-head__art');

  it('travels from its place in the drawing of the previous head', (t) => {
    const { open, finish } = openPages(t, headWith(0.25));
    // 600 px are between the two edges of the drawing.
    assert.deepEqual(transformsOf(open(headWith(0.5))), { 'page-head__art': '150px 0px, 1' });
    // The right edge of the drawing is in the window: its lines go on in a strip, which is removed at the end.
    assert.deepEqual(transformsOf(open(headWith(0.25))), {
      'page-head__art': '-150px 0px, 1',
      'page-head__strip': '-150px 0px, 1 1',
    });
    const strip = drawing()?.nextElementSibling;
    assert.equal(strip?.querySelector('img')?.getAttribute('src')?.endsWith('/head.svg'), true);
    finish();
    assert.equal(strip.isConnected, false);
  });

  it('is measured in the right part of the drawing, 600 px wide, which is all that its box shows', (t) => {
    const { open } = openPages(t, headWith(0.25));
    const started = open(headWith(0.25), { '.page-head__art': [400, 100, 300, 400] });
    assert.equal(transformsOf(started)['page-head__art'], '300px 0px, 1');
  });

  it('does not travel when the picture of a card grows, or from a page without one', (t) => {
    const { show, click, open } = openPages(t, headWith(0.25) + card);
    click('.link');
    assert.match(String(transformsOf(open(headWith(0.5)))['page-head__art']), /0\.625$/);
    show(hero);
    assert.equal(transformsOf(open(headWith(0.5)))['page-head__art'], '0px 200px, 1');
  });

  it('is faded in where only one of the two heads has one', (t) => {
    const fade = ['page-head__art', { opacity: [0.25, 1] }];
    const { open } = openPages(t, headWith(0.25));
    const fadesOf = (started: ReturnType<typeof open>) =>
      started.flatMap(([target, frames]) => (/art/.test(target) && 'opacity' in frames ? [[target, frames]] : []));
    assert.deepEqual(fadesOf(open(head)), [fade]);
    assert.deepEqual(fadesOf(open(headWith(0.25))), [fade]);
    assert.deepEqual(fadesOf(open(headWith(0.5))), []);
  });

  it('that comes from far on the left crosses the texts, which stay invisible until it is nearly in its place', (t) => {
    const { open } = openPages(t, headWith(0.75));
    const opacityOf = (started: ReturnType<typeof open>) =>
      started.flatMap(([target, frames]) => (/title/.test(target) && 'opacity' in frames ? [frames.opacity] : []));
    assert.deepEqual(opacityOf(open(headWith(0.25))), [[0, 0, 0, 0, 0, 0, 0, 1]]);
    assert.deepEqual(opacityOf(open(headWith(0.75))), [[0.25, 1]]);
  });

  it('begins with the size of the previous sun', (t) => {
    const { open } = openPages(t, headWith(0.25, 0.1));
    // The previous sun is at 850 px, and the new drawing, which has twice its size there, begins 600 px to the left.
    assert.deepEqual(transformsOf(open(headWith(0.25, 0.05))), {
      'page-head__art': `${850 - 400 - 2 * 450}px 0px, 2`,
    });
  });

  it('begins where the sun of the film was, a part of which is cut off', (t) => {
    const film = '<section class="hero"><div class="film"><img></div><div class="hero__line"></div></section>';
    const { open } = openPages(t, '');
    open(film, { '.film img': [0, 0, 800, 900] });
    const whole = (900 * 16) / 9;
    const size = (0.103 * whole) / 60;
    const x = (800 - whole) / 2 + 0.79 * whole;
    assert.equal(transformsOf(open(headWith(0.25)))['page-head__art'], `${x - 400 - size * 450}px 200px, ${size}`);
  });
});
