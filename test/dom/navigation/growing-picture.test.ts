import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createGrowingPicture } from '#client/navigation/growing-picture.ts';

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

describe('the picture of a clicked card', () => {
  it('passes its name to the same picture in the head of the new page, and removes it at the end', (t) => {
    const { picture, show, click, named } = open(t, '/a/service-cloud-0a1b2c3d.svg', '/a/service-data-0a1b2c3d.svg');
    assert.deepEqual(named(), []);
    click(1);
    picture.begin();
    assert.deepEqual(named(), [1]);
    show('<img src="/logo.svg"><img class="head__art" src="/a/head-data-99887766.svg">');
    picture.arrive();
    assert.deepEqual(named(), [1]);
    picture.end();
    assert.deepEqual(named(), []);
  });

  it('grows into the wide cover of an article', (t) => {
    const { picture, show, click, named } = open(t, '/media/news/ship.svg');
    click(0);
    picture.begin();
    show('<div class="article__cover"><img src="/media/news/ship-wide.svg"></div>');
    picture.arrive();
    assert.deepEqual(named(), [0]);
  });

  it('does not grow into another picture', (t) => {
    const { picture, show, click, named } = open(t, '/a/service-cloud-0a1b2c3d.svg');
    click(0);
    picture.begin();
    show('<img class="head__art" src="/a/head-security-99887766.svg">');
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
