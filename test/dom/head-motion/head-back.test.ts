import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coverHead, head, openPages, transformsOf } from '../../support/head-motion.ts';

const glide = { duration: 360, easing: 'cubic-bezier(0.16, 0.84, 0.28, 1)' };
const card =
  '<article class="card"><div class="card__art"><img src="/a.svg"></div><h3><a class="link" href="/a">Read</a></h3></article>';

describe('the picture of a clicked card, after Back', () => {
  it('shrinks to its place from the drawing of the head, above its neighbours', (t) => {
    const { click, open } = openPages(t, card);
    click('.link');
    open(head);
    const started = open(card);
    // The drawing of a card of 480 px is 600 px wide; the horizon of the card is at 500 + 0.62 * 200.
    const x = 400 + 480 * 0.31 - 100;
    assert.deepEqual(started, [
      ['card__art', { transform: [`translate(${x}px, ${300 - 624}px) scale(${480 / 300})`, 'none'] }, glide],
      ['card__art', { zIndex: [1, 1] }, glide],
    ]);
  });

  it('shrinks to its place after a click on the link of the head that leads back', (t) => {
    const { click, open } = openPages(t, card);
    click('.link');
    open(head);
    click('.page-head__back');
    assert.deepEqual(Object.keys(transformsOf(open(card))), ['card__art']);
  });

  it('shrinks to its place from the cover of an article', (t) => {
    const { click, open } = openPages(t, card);
    click('.link');
    open(coverHead);
    // The left edge of the cover is at x = 400 px, and its horizon is at y = 300 px.
    assert.deepEqual(transformsOf(open(card)), { card__art: `translate(${400 - 100}px, ${300 - 624}px) scale(2)` });
  });

  it('is that of the clicked card when several cards lead to the same page', (t) => {
    const other = card.replaceAll('card__art', 'card__art other');
    const { click, open } = openPages(t, other + card);
    click('article:last-child .link');
    open(head);
    assert.deepEqual(Object.keys(transformsOf(open(other + card))), ['card__art']);
    click('article:first-child .link');
    open(head);
    assert.deepEqual(Object.keys(transformsOf(open(other + card))), ['card__art other']);
  });

  it('does not where its card is gone or was not clicked, or its larger picture was not in the window', (t) => {
    const { show, click, open } = openPages(t, head);
    assert.deepEqual(open(card), []);
    show(card);
    click('.link');
    open(head);
    assert.deepEqual(open(card.replace('href="/a"', 'href="/b"')), []);
    open(coverHead, { '.page-head__art': [400, -500, 600, 400] });
    assert.deepEqual(open(card), []);
  });
});

describe('a click that opens a page in another tab', () => {
  it('moves no picture of a page that is opened here later', (t) => {
    for (const keys of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }]) {
      const { click, open } = openPages(t, card);
      click('.link', keys);
      assert.equal(transformsOf(open(head))['page-head__art'], undefined);
      assert.deepEqual(open(card), []);
    }
  });

  it('lets the picture of the card grow that was clicked before', (t) => {
    const { click, open } = openPages(t, `${card}<a class="other" href="#">Read</a>`);
    click('.link');
    click('.other', { ctrlKey: true });
    assert.match(String(transformsOf(open(head))['page-head__art']), /0\.625$/);
  });
});
