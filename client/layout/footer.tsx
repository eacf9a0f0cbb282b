import { useEffect, useRef, type ReactNode } from 'react';
import { company } from '#shared/company.ts';
import { Link } from '../components/link.tsx';
import { Logo } from '../components/logo.tsx';
import { moreServices } from '../content/services.ts';
import { PaymentLogos } from './payment-logos.tsx';
import { useText, useVisit } from '../lib/site-context.ts';
import { useNearModule } from '../lib/use-near-module.ts';
import type { PageHref } from '../routes.ts';
import { MotionSwitch } from './motion-switch.tsx';

/** The key of each link's text, and the page of the link. */
const pages = [
  ['contacts', '/contacts'],
  ['careers', '/careers'],
  ['process', '/process'],
] as const;
const legalPages = [
  ['privacy', '/privacy'],
  ['terms', '/terms'],
  ['accessibility', '/accessibility'],
] as const;

const loadPageWeight = () => import('./page-weight.tsx');

export function Footer() {
  const text = useText('footer');
  const bar = useText('navbar');
  const service = useText('services');
  const { language } = useVisit();
  const item = (href: PageHref, label: string) => (
    <li key={href}>
      <Link href={href}>{label}</Link>
    </li>
  );
  const group = (title: string, items: ReactNode) => (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>{items}</ul>
    </nav>
  );
  return (
    <footer className="footer on-black">
      <div className="shell">
        <div className="footer__cols">
          <div className="stack">
            <Link className="footer__logo" href="/" aria-label={bar('home')}>
              <Logo />
            </Link>
            <p>{text('tagline')}</p>
          </div>
          {group(
            text('company'),
            pages.map(([name, href]) => item(href, text(name))),
          )}
          {group(text('offers'), [
            item('/gitl', text('gitl')),
            ...moreServices.map(({ id, href }) => item(href, service(`items.${id}.title`))),
          ])}
          {group(
            text('legal'),
            legalPages.map(([name, href]) => item(href, text(name))),
          )}
          <div>
            <h2>{text('write')}</h2>
            <ul>
              <li>
                <a href={`mailto:${company.email}`}>{company.email}</a>
              </li>
              <li>
                <a href={company.social} rel="me noopener">
                  {text('social')}
                </a>
              </li>
            </ul>
          </div>
          <div className="footer__details">
            <h2>{text('companyDetails')}</h2>
            <address>
              <p>{`${company.legalName[language]} ${text('sample')}`}</p>
              <p>{text('registrationLine')}</p>
              <p>{company.address[language]}</p>
            </address>
          </div>
        </div>
        <div className="footer__end">
          {/* A cached page may have been rendered in the previous year: React must accept the year that the server printed. */}
          <span suppressHydrationWarning>{text('copyright', { year: new Date().getUTCFullYear() })}</span>
          <MotionSwitch />
          <PaymentLogos />
          <PageWeightAtEnd />
        </div>
      </div>
    </footer>
  );
}

/** Shows the weight of the document. The code of this part is loaded when the visitor reaches the end of the page. */
function PageWeightAtEnd() {
  const place = useRef<HTMLDivElement>(null);
  const module = useNearModule(place, '0px', loadPageWeight);
  // By default browsers measure 250 requests of a document, and a visitor may open many pages in it.
  useEffect(() => performance.setResourceTimingBufferSize(5000), []);
  return (
    <div className="footer__weight" ref={place}>
      {module && <module.PageWeight />}
    </div>
  );
}
