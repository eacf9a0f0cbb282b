import { asset } from '#shared/asset.ts';
import { PageHead } from '../components/page-head.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText, useVisit } from '../lib/site-context.ts';
import { ContactForm } from './contacts/contact-form.tsx';
import { AttachmentField, FindUs, Sent, WhatNext } from './contacts/parts.ts';

function Contacts() {
  const text = useText('contacts');
  const { search } = useVisit();
  const sent = new URLSearchParams(search).get('sent') === 'contact';
  return (
    <>
      <PageHead sky="dusk" title={text('title')} lead={text('lead')} art={asset('art/head-contacts.svg')}>
        <a className="button" href="#contact">
          {text('block.write')}
        </a>
      </PageHead>
      <FindUs />
      <section className="section section--haze" id="contact" aria-labelledby="write">
        <div className="shell split">
          <WhatNext />
          <div className="stack contact__form">{sent ? <Sent /> : <ContactForm />}</div>
        </div>
      </section>
    </>
  );
}

export const page = definePage({ Page: Contacts, parts: [FindUs, WhatNext, Sent, AttachmentField] });
