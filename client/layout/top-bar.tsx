import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { Logo } from '../components/logo.tsx';
import { Picture } from '../components/picture.tsx';
import { moreServices, services } from '../content/services.ts';
import { useText, useVisit } from '../lib/site-context.ts';
import { LanguageToggle } from './language-toggle.tsx';
import { companyPages, currentPage } from './menu-entries.ts';
import { MobileMenu } from './mobile-menu.tsx';

/** Below this many pixels the bar still counts as being at the top of the page. */
const scrolledPx = 10;

/** As of the last scroll event: reading it while a page is rendered would make the browser lay out the old page. */
let isScrolled = false;

function watchScrolling(onChange: () => void): () => void {
  const read = () => {
    isScrolled = scrollY > scrolledPx;
    onChange();
  };
  read();
  addEventListener('scroll', read, { passive: true });
  return () => removeEventListener('scroll', read);
}

/** An external store, because React renders its changes at once: the first frame of a new page has the right bar. */
const useScrolled = () =>
  useSyncExternalStore(
    watchScrolling,
    () => isScrolled,
    () => false,
  );

export function TopBar() {
  const text = useText('navbar');
  const service = useText('services');
  const { path } = useVisit();
  return (
    <>
      <header className="top-bar" data-scrolled={useScrolled() || undefined}>
        <div className="shell top-bar__in">
          <Link className="top-bar__logo" href="/" aria-label={text('home')}>
            <Logo />
          </Link>
          <nav className="top-bar__nav only-wide" aria-label={text('main')}>
            <ul>
              <DropDown id="drop-about" label={text('about')} kind="list">
                {companyPages.map(({ href, key }) => (
                  <li key={href}>
                    <Link href={href} aria-current={currentPage(href, path)}>
                      {text(key)}
                    </Link>
                  </li>
                ))}
              </DropDown>
              <DropDown id="drop-learn" label={text('learnMore')} kind="sky">
                {services.map(({ id, href, art }) => (
                  <li key={id}>
                    <Link href={href} aria-current={currentPage(href, path)}>
                      <Picture src={art} alt="" />
                      <span>{service(`items.${id}.title`)}</span>
                    </Link>
                  </li>
                ))}
                {moreServices.map(({ id, href }) => (
                  <li className="top-bar__more" key={id}>
                    <Link href={href} aria-current={currentPage(href, path)}>
                      <span>{service(`items.${id}.title`)}</span>
                    </Link>
                  </li>
                ))}
              </DropDown>
              <li className="top-bar__item">
                <Link className="top-bar__link" href="/case-studies" aria-current={currentPage('/case-studies', path)}>
                  {text('caseStudies')}
                </Link>
              </li>
              <li className="top-bar__item">
                <Link className="top-bar__link" href="/news" aria-current={currentPage('/news', path)}>
                  {text('news')}
                </Link>
              </li>
            </ul>
          </nav>
          <LanguageToggle />
          <Link className="button button--small top-bar__contact only-wide" href="/contacts#contact">
            {text('contactUs')}
          </Link>
          <button className="top-bar__burger only-narrow" type="button" popoverTarget="menu" aria-label={text('menu')}>
            <i />
            <i />
          </button>
        </div>
      </header>
      <MobileMenu />
    </>
  );
}

/**
 * A mouse that points at the menu has already opened it, so its click must not close the menu again. A click that came
 * before hydration is repeated by a script (early-clicks.ts), which does not know the kind of pointer.
 */
function onlyOpens({ pointerType, isTrusted }: MouseEvent & { pointerType?: string }): boolean {
  return pointerType === 'mouse' || !isTrusted;
}

interface DropDownProps {
  id: string;
  label: string;
  kind: 'list' | 'sky';
  children: ReactNode;
}

/**
 * Opens on click and hover, and by CSS on focus before hydration. Escape, and moving pointer or focus away, close it.
 */
function DropDown({ id, label, kind, children }: DropDownProps) {
  const [open, setOpen] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  // A menu that was opened by CSS before hydration stays open.
  useEffect(() => {
    if (item.current?.matches(':hover') || panel.current?.contains(document.activeElement)) setOpen(true);
  }, []);

  // The listener is on the window, because hovering opens the menu without moving the focus. It is a capturing
  // listener, so that one press of Escape closes only the menu. It is added before the menu is painted, so that
  // Escape works from then on.
  useLayoutEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setOpen(false);
      if (item.current?.contains(document.activeElement)) trigger.current?.focus();
    };
    // Safari does not move the focus to a button that is tapped, so nothing loses it when the page is tapped.
    const closeOutside = ({ target }: Event) => {
      // The target of a pointer event is a node.
      if (!item.current?.contains(target as Node)) setOpen(false);
    };
    addEventListener('keydown', close, true);
    addEventListener('pointerdown', closeOutside);
    return () => {
      removeEventListener('keydown', close, true);
      removeEventListener('pointerdown', closeOutside);
    };
  }, [open]);

  return (
    <li
      className="top-bar__item"
      ref={item}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') setOpen(true);
      }}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse') setOpen(false);
      }}
      onBlur={(event) => {
        if (!item.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        className="top-bar__link"
        type="button"
        ref={trigger}
        aria-expanded={open}
        aria-controls={id}
        onClick={(event) => setOpen(onlyOpens(event.nativeEvent) || !open)}
      >
        {label}
        <Icon name="chevron-down" />
      </button>
      <div className={`top-bar__drop top-bar__drop--${kind}`} id={id} ref={panel} data-open={open || undefined}>
        <ul onClick={() => setOpen(false)}>{children}</ul>
      </div>
    </li>
  );
}
