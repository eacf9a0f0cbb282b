import { useRef, type FormEvent } from 'react';
import { attachmentOf, honeypotField } from '#shared/contact-limits.ts';
import type { SendForm } from '../../lib/send-form.ts';
import { useText } from '../../lib/site-context.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { useValue } from '../../lib/use-value.ts';
import type { ContactForm as Store } from '../../stores/contact-form.ts';
import { ErrorSummary } from './error-summary.tsx';
import { Honeypot, PrivacyField, TextField } from './fields.tsx';
import { FormFoot } from './form-foot.tsx';
import { AttachmentField } from './parts.ts';
import { panelId, tabId, TopicTabs } from './topic-tabs.tsx';
import { useContactForm } from './use-contact-form.ts';

/** The tabs and the form; `send` is given by tests. */
export function ContactForm({ send }: { send?: SendForm }) {
  const text = useText('contacts');
  const element = useRef<HTMLFormElement>(null);
  const form = useContactForm(element, send);
  const topic = useValue(form.topic);
  const hydrated = useHydrated();
  const panel = hydrated ? { role: 'tabpanel', 'aria-labelledby': tabId(topic) } : {};

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const honeypot = new FormData(event.currentTarget).get(honeypotField);
    void form.submit(typeof honeypot === 'string' ? honeypot : '');
  };

  return (
    <>
      <TopicTabs form={form} />
      <div className="stack contact__panel" id={panelId} tabIndex={-1} {...panel}>
        <p className="soft">{text(`contactForm.tabHints.${topic}`)}</p>
        <DraftNote form={form} />
        <ErrorSummary form={form} />
        <form
          className="form"
          ref={element}
          method="post"
          action={`/contacts?topic=${topic}#${panelId}`}
          encType="multipart/form-data"
          noValidate
          onSubmit={submit}
        >
          <input type="hidden" name="topic" value={topic} />
          <Timestamp form={form} />
          <Honeypot />
          <div className="form__pair">
            <TextField form={form} name="firstName" />
            <TextField form={form} name="lastName" />
          </div>
          <TextField form={form} name="email" />
          <TextField form={form} name="message" />
          {attachmentOf[topic] !== 'none' && <AttachmentField form={form} key={topic} />}
          <PrivacyField form={form} />
          <FormFoot form={form} />
        </form>
      </div>
    </>
  );
}

/** Empty in the page that the server sends: a stored page cannot know when it is opened. */
function Timestamp({ form }: { form: Store }) {
  const timestamp = useValue(form.timestamp);
  return <input type="hidden" name="timestamp" value={timestamp || ''} />;
}

function DraftNote({ form }: { form: Store }) {
  const text = useText('contacts');
  const restored = useValue(form.restored);
  // The button goes with the draft: the emptied form takes the focus over.
  const discard = () => {
    form.reset();
    document.getElementById(panelId)?.focus({ preventScroll: true });
  };
  return (
    <div role="status">
      {restored && (
        <p className="t-small draft">
          <span>{text('contactForm.draft')}</span>{' '}
          <button className="draft__discard" type="button" onClick={discard}>
            {text('contactForm.discard')}
          </button>
        </p>
      )}
    </div>
  );
}
