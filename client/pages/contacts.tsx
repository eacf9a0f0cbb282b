import type { ComponentType } from 'react';
import { asset } from '#shared/asset.ts';
import { isConfirmed } from '#shared/confirmations.ts';
import type { Topic } from '#shared/contact-limits.ts';
import { createText } from '#shared/text.ts';
import { Island } from '../components/island.tsx';
import { PageHead } from '../components/page-head.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText, useVisit } from '../lib/site-context.ts';
import { ContactForm } from './contacts/contact-form.tsx';
import { Sent } from './contacts/sent.tsx';
import { topicOf } from './contacts/use-contact-form.ts';
import { WhatNext, WriteHeading } from './contacts/what-next.tsx';

const loadFindUs = () => import('./contacts/find-us.tsx');
const loadEstimate = () => import('./contacts/estimate/island.tsx');
const loadIslands = () => Promise.all([loadFindUs(), loadEstimate()]);

interface Data {
  FindUs?: ComponentType;
  Estimate?: ComponentType;
}

const art = asset('art/head-contacts.svg');

function Contacts({ data }: { data: Data }) {
  const text = useText('contacts');
  const visit = useVisit();
  const sent = isConfirmed(new URLSearchParams(visit.search), 'contact');
  return (
    <>
      <PageHead
        sky="dusk"
        title={text(sent ? 'contactForm.sentPage.title' : 'title')}
        lead={text(sent ? 'contactForm.success' : 'lead')}
        art={art}
      >
        {!sent && (
          <>
            <a className="button" href="#contact">
              {text('block.write')}
            </a>
            <a className="arrow-link" href="#how-far">
              {text('howFar')}
            </a>
          </>
        )}
      </PageHead>
      <section className="section" id="contact" aria-labelledby="write">
        <div className="shell split contacts__write">
          {sent ? <SentWithoutScript topic={topicOf(visit)} /> : <ContactForm />}
        </div>
      </section>
      <Island part={data.Estimate} load={loadEstimate} />
      <Island part={data.FindUs} load={loadFindUs} />
    </>
  );
}

/** The content after a form was sent without JavaScript. */
function SentWithoutScript({ topic }: { topic: Topic }) {
  return (
    <>
      <div className="contacts__form">
        <Sent topic={topic} />
      </div>
      <WriteHeading topic={topic} sent />
      <WhatNext topic={topic} sent />
    </>
  );
}

export const page = definePage<Data>({
  art,
  loadIslands,
  async load() {
    const [{ FindUs }, { Estimate }] = await loadIslands();
    return { FindUs, Estimate };
  },
  meta({ texts, language, search }) {
    if (!isConfirmed(search, 'contact')) return {};
    const result = createText(texts, language, 'contacts')('contactForm.sentPage.title');
    return { title: `${result}: ${createText(texts, language, 'seo')('contacts.title')}` };
  },
  Page: Contacts,
});
