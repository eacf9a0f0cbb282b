import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { replaceProperty } from '../../support/replace-property.ts';
import { head, growsInto, open } from '../../support/growing-picture.ts';

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
