import type { ReactNode } from 'react';
import { asset } from '#shared/asset.ts';
import { site } from '#shared/site.ts';
import type texts from '../../locales/en/contacts.json';
import type teamTexts from '../../locales/en/team.json';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { Map } from '../components/map.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Quote } from '../components/quote.tsx';
import { definePage } from '../lib/define-page.ts';
import { useLanguage, useText, useVisit } from '../lib/site-context.ts';
import { ContactForm } from './contacts/contact-form.tsx';

const mapZoom = 15; // spec.md, section 9

function Contacts() {
  const text = useText<typeof texts>('contacts');
  const team = useText<typeof teamTexts>('team');
  return (
    <>
      <PageHead sky="dusk" title={text('title')} lead={text('lead')} art={asset('art/head-contacts.svg')}>
        <Link className="button" href="/contacts#contact">
          {text('block.write')}
        </Link>
      </PageHead>
      <Block />
      <Quote
        sky="morning"
        art={asset('art/team-ceo-founder.svg')}
        alt={team('members.ceo-founder.alt')}
        text={text('quote.text')}
        name={team('members.ceo-founder.name')}
        position={team('members.ceo-founder.position')}
      />
      <Map center={site.office} zoom={mapZoom} markers={[{ position: site.office, title: text('map.marker') }]} />
      <Contact />
    </>
  );
}

function Feature({ icon, title, note, children }: { icon: string; title: string; note: string; children: ReactNode }) {
  return (
    <div className="feature">
      <span className="icon icon--bare">
        <Icon name={icon} />
      </span>
      <h3 className="t-small contact__what">{title}</h3>
      <div className="t-lead contact__fact">{children}</div>
      <p className="t-small">{note}</p>
    </div>
  );
}

function Block() {
  const text = useText<typeof texts>('contacts');
  const language = useLanguage();
  const { street, locality, postalCode } = site.postalAddress;
  return (
    <section className="section" aria-labelledby="find-us">
      <h2 className="sr" id="find-us">
        {text('block.title')}
      </h2>
      <div className="shell grid contact__block">
        <Feature icon="mail" title={text('block.email')} note={text('block.emailNote')}>
          <a href={`mailto:${site.email}`}>{site.email}</a>
        </Feature>
        <Feature icon="map-pin" title={text('block.office')} note={text('block.officeNote')}>
          <address>
            {street[language]}
            <br />
            {`${locality[language]} ${postalCode}`}
          </address>
        </Feature>
        <Feature icon="clock" title={text('block.hours')} note={text('block.hoursNote')}>
          {text('block.days')}
          <br />
          {text('block.time')}
        </Feature>
      </div>
    </section>
  );
}

const steps = ['day', 'week', 'plan'] as const;

function Contact() {
  const text = useText<typeof texts>('contacts');
  const { search } = useVisit();
  const sent = new URLSearchParams(search).get('sent') === 'contact';
  return (
    <section className="section section--haze" id="contact" aria-labelledby="write">
      <div className="shell split">
        <div className="stack">
          <h2 className="t-2" id="write">
            {text('contactForm.title')}
          </h2>
          <p className="soft contact__intro">{text('contactForm.intro')}</p>
          <ol className="next" aria-label={text('contactForm.next.label')}>
            {steps.map((step) => (
              <li key={step}>
                <b>{text(`contactForm.next.${step}Title`)}</b>
                <span>{text(`contactForm.next.${step}Text`)}</span>
              </li>
            ))}
          </ol>
        </div>
        <div className="stack contact__form">{sent ? <Sent /> : <ContactForm />}</div>
      </div>
    </section>
  );
}

/** Where a form that was posted without JavaScript leads. */
function Sent() {
  const text = useText<typeof texts>('contacts');
  return (
    <div className="alert alert--ok" role="status">
      <Icon name="circle-check" />
      <div className="stack">
        <h3 className="t-3">{text('contactForm.sentPage.title')}</h3>
        <p>{text('contactForm.sentPage.text')}</p>
        <p>
          <Link className="go" href="/contacts#contact">
            {text('contactForm.sentPage.again')}
          </Link>
        </p>
      </div>
    </div>
  );
}

export const page = definePage({ Page: Contacts });
