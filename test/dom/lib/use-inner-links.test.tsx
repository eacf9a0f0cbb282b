import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createEvent, fireEvent } from '@testing-library/react';
import { Html } from '#client/components/html.tsx';
import { useInnerLinks } from '#client/lib/use-inner-links.ts';
import { renderPart } from '../../support/render-part.tsx';

function Article({ href }: { href: string }) {
  return (
    <main onClick={useInnerLinks()}>
      <Html className="prose" html={`<p><a href="${href}">A <b>link</b></a></p>`} />
    </main>
  );
}

/** Clicks on a link of an article: the addresses that the navigator opens, and whether the browser follows the link. */
function follow(t: TestContext, href: string) {
  const opened: string[] = [];
  t.mock.method(location, 'assign', (to: string) => opened.push(to));
  const view = renderPart(t, <Article href={href} />);
  const click = createEvent.click(view.getByText('link'), { button: 0 });
  // happy-dom follows a link before the listeners of the elements around it are called.
  t.mock.method(HTMLAnchorElement.prototype, 'dispatchEvent', HTMLElement.prototype.dispatchEvent);
  let isLeftToBrowser = false;
  view.container.addEventListener('click', ({ defaultPrevented }) => {
    isLeftToBrowser = !defaultPrevented;
  });
  fireEvent(view.getByText('link'), click);
  view.unmount();
  return { opened, isLeftToBrowser };
}

describe('a link in the HTML of an article', () => {
  for (const href of ['/news', '/news?category=Security&page=2#list', '/news/some-rule', '/'])
    it(`to ${href} opens the page without a document`, (t) => {
      assert.deepEqual(follow(t, href), { opened: [href], isLeftToBrowser: false });
    });

  for (const [href, canonical] of [
    ['/News', '/news'],
    ['/CONTACTS?topic=career#contact', '/contacts?topic=career#contact'],
    ['/about/', '/about'],
    ['/News/some-rule', '/news/some-rule'],
  ] as const)
    it(`to ${href} opens ${canonical}, the address to which the server redirects it`, (t) => {
      assert.deepEqual(follow(t, href), { opened: [canonical], isLeftToBrowser: false });
    });

  for (const href of [
    '#part',
    '/about?lang=ua',
    '/feed/en.xml',
    '/nowhere',
    'https://obrii.example/news',
    '//obrii.example/news',
    '//[',
    'mailto:hello@obrii.example',
  ])
    it(`to ${href} is left to the browser`, (t) => {
      assert.deepEqual(follow(t, href), { opened: [], isLeftToBrowser: true });
    });
});
