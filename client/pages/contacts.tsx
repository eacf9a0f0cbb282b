import { asset } from '#shared/asset.ts';
import { createText } from '#shared/text.ts';
import { PageHead } from '../components/page-head.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText, useVisit } from '../lib/site-context.ts';
import { ContactForm } from './contacts/contact-form.tsx';
import { FindUs } from './contacts/find-us.tsx';
import { Sent } from './contacts/sent.tsx';
import { WhatNext } from './contacts/what-next.tsx';

/** Whether the address is the one that a form without JavaScript leads to once its message is sent. */
const isSent = (search: URLSearchParams) => search.get('sent') === 'contact';

function Contacts() {
  const text = useText('contacts');
  const sent = isSent(new URLSearchParams(useVisit().search));
  return (
    <>
      <PageHead
        sky="dusk"
        title={text(sent ? 'contactForm.sentPage.title' : 'title')}
        lead={text('lead')}
        art={asset('art/head-contacts.svg')}
      >
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

export const page = definePage({
  meta({ texts, language, search }) {
    if (!isSent(search)) return {};
    const result = createText(texts, language, 'contacts')('contactForm.sentPage.title');
    return { title: `${result}: ${createText(texts, language, 'seo')('contacts.title')}` };
  },
  Page: Contacts,
});
