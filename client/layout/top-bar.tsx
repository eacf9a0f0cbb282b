import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { Logo } from '../components/logo.tsx';
import { Picture } from '../components/picture.tsx';
import { services } from '../lib/services.ts';
import { useText, useVisit } from '../lib/site-context.ts';
import { LanguageToggle } from './language-toggle.tsx';
import { MobileMenu } from './parts.ts';

const scrolledPx = 10; // spec.md, section 9: top bar scroll threshold

export const company = [
  { href: '/about', key: 'company' },
  { href: '/team', key: 'team' },
  { href: '/apps', key: 'products' },
] as const;

export const current = (href: string, path: string) => (href === path ? 'page' : undefined);

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const read = () => setScrolled(scrollY > scrolledPx);
    read();
    addEventListener('scroll', read, { passive: true });
    return () => removeEventListener('scroll', read);
  }, []);
  return scrolled;
}

export function TopBar() {
  const text = useText('navbar');
  const service = useText('services');
  const { path } = useVisit();
  return (
    <>
      <header className="bar" data-scrolled={useScrolled() || undefined}>
        <div className="shell bar__in">
          <Link className="bar__logo" href="/" aria-label={text('home')}>
            <Logo />
          </Link>
          <nav className="bar__nav only-wide" aria-label={text('main')}>
            <ul>
              <DropDown id="drop-about" label={text('about')} kind="list">
                {company.map(({ href, key }) => (
                  <li key={href}>
                    <Link href={href} aria-current={current(href, path)}>
                      {text(key)}
                    </Link>
                  </li>
                ))}
              </DropDown>
              <DropDown id="drop-learn" label={text('learnMore')} kind="sky">
                {services.map(({ id, href, art }) => (
                  <li key={id}>
                    <Link href={href} aria-current={current(href, path)}>
                      <Picture src={art} alt="" />
                      <span>{service(`items.${id}.title`)}</span>
                    </Link>
                  </li>
                ))}
              </DropDown>
              <li className="bar__item">
                <Link className="bar__link" href="/case-studies" aria-current={current('/case-studies', path)}>
                  {text('caseStudies')}
                </Link>
              </li>
              <li className="bar__item">
                <Link className="bar__link" href="/news" aria-current={current('/news', path)}>
                  {text('news')}
                </Link>
              </li>
            </ul>
          </nav>
          <LanguageToggle />
          <button className="bar__burger only-narrow" type="button" popoverTarget="menu" aria-label={text('menu')}>
            <i />
            <i />
          </button>
        </div>
      </header>
      <MobileMenu />
    </>
  );
}

/** A mouse has opened the menu by pointing at it already: its click must not close it again. */
function isMouse(event: MouseEvent): boolean {
  return (event as PointerEvent).pointerType === 'mouse';
}

interface DropDownProps {
  id: string;
  label: string;
  kind: 'list' | 'sky';
  children: ReactNode;
}

/** Opens on click, hover and (without JavaScript) focus; Escape and leaving it close it. */
function DropDown({ id, label, kind, children }: DropDownProps) {
  const [open, setOpen] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);

  // On the window: a pointer opens it without bringing the focus.
  useEffect(() => {
    if (!open) return;
    const close = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      if (item.current?.contains(document.activeElement)) trigger.current?.focus();
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [open]);

  return (
    <li
      className="bar__item"
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
        className="bar__link"
        type="button"
        ref={trigger}
        aria-expanded={open}
        aria-controls={id}
        onClick={(event) => setOpen(isMouse(event.nativeEvent) || !open)}
      >
        {label}
        <Icon name="chevron-down" />
      </button>
      <div className={`drop drop--${kind}`} id={id} data-open={open || undefined}>
        <ul onClick={() => setOpen(false)}>{children}</ul>
      </div>
    </li>
  );
}
