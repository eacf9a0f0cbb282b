import { useEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import { asset } from '#shared/asset.ts';
import { Link } from '../components/link.tsx';
import { moreServices, services } from '../content/services.ts';
import { useSite, useText, useVisit } from '../lib/site-context.ts';
import { useValue } from '../lib/use-value.ts';
import type { PageHref } from '../routes.ts';
import { LanguageToggle } from './language-toggle.tsx';
import { companyPages, currentPage } from './menu-entries.ts';

/**
 * A popover, which opens, closes on Escape and closes on a click outside without JavaScript. The browser itself sets
 * the expanded state of the button.
 */
export function MobileMenu() {
  const text = useText('navbar');
  const service = useText('services');
  const { path, search, openedSearch = search } = useVisit();
  const menu = useRef<HTMLElement>(null);
  const close = () => menu.current?.hidePopover();
  const newestError = useValue(useSite().toasts.list).findLast(({ tone }) => tone === 'bad')?.id;
  // The menu stays open until the next page is shown, so that the old page does not appear again. It is closed by the
  // cleanup of the effect, because the effect itself runs at hydration too, when the menu may have been opened before.
  // Not by `search`, from which a page may remove a parameter as soon as it is hydrated.
  useEffect(() => close, [path, openedSearch]);
  // If that page cannot be opened, a toast says so, and the menu closes because it would cover the toast.
  useEffect(() => {
    if (newestError) close();
  }, [newestError]);
  const closeOnPage = (href: string) => {
    if (href.split('#')[0] === path) close();
  };
  // The menu must not cover the element behind it that Tab has focused.
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Element) || menu.current?.contains(relatedTarget)) return;
    if (!relatedTarget.closest('.top-bar')) close();
  };
  const item = (href: PageHref, label: string) => (
    <li key={href}>
      <Link href={href} aria-current={currentPage(href, path)} onClick={() => closeOnPage(href)}>
        {label}
      </Link>
    </li>
  );
  // Headings before the `h1` of the page would be first in a screen reader's list of headings.
  const list = (title: string, items: ReactNode) => (
    <div>
      <p aria-hidden="true">{title}</p>
      <ul aria-label={title}>{items}</ul>
    </div>
  );
  return (
    <nav className="mobile-menu on-black" id="menu" popover="auto" ref={menu} onBlur={onBlur} aria-label={text('menu')}>
      <div className="mobile-menu__groups">
        {list(
          text('about'),
          companyPages.map(({ href, key }) => item(href, text(key))),
        )}
        {list(
          text('more'),
          <>
            {item('/news', text('news'))}
            {item('/case-studies', text('caseStudies'))}
            {item('/contacts', text('contacts'))}
          </>,
        )}
      </div>
      {list(
        text('learnMore'),
        [...services, ...moreServices].map(({ id, href }) => item(href, service(`items.${id}.title`))),
      )}
      <div className="cluster mobile-menu__end">
        <Link
          className="button button--small button--sun"
          href="/contacts#contact"
          onClick={() => closeOnPage('/contacts')}
        >
          {text('contactUs')}
        </Link>
        <LanguageToggle />
      </div>
      <img
        className="mobile-menu__sea"
        src={asset('art/footer-sea.svg')}
        alt=""
        width="1600"
        height="240"
        loading="lazy"
      />
    </nav>
  );
}
