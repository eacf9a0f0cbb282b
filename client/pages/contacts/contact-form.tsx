import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { attachmentOf } from '#shared/contact-limits.ts';
import { Honeypot, readHoneypot } from '../../components/field.tsx';
import { tabId } from '../../components/tab-list.tsx';
import { focusField } from '../../forms/focus-field.ts';
import { isImplicitSubmission } from '../../forms/implicit-submission.ts';
import type { SendForm } from './send-form.ts';
import { useSite, useText } from '../../lib/site-context.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { useValue } from '../../lib/use-value.ts';
import type { ContactStore } from './contact-store.ts';
import { AttachmentField } from './attachment-field.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { ContactTextField, PrivacyField } from './fields.tsx';
import { fieldId, panelId } from './ids.ts';
import { Sent } from './sent.tsx';
import { ContactSubmitRow } from './contact-submit-row.tsx';
import { topicAddress, TopicTabs } from './topic-tabs.tsx';
import { useContactForm } from './use-contact-form.ts';
import { WhatNext, WriteHeading } from './what-next.tsx';

/**
 * The form, or the confirmation that replaces it, and the steps after a message. The heading is that of the form first,
 * then that of the steps. Tests pass `send`.
 */
export function ContactForm({ send }: { send?: SendForm }) {
  const form = useContactForm(send);
  const topic = useValue(form.topic);
  // Text that was typed while a message was being sent belongs to the next message, so the form stays.
  const isSent = useValue(form.status) === 'sent' && form.isBlank();
  const [height, setHeight] = useState<number>();
  const writeAnother = () => {
    form.reset();
    // React shows the form again before the next task.
    setTimeout(() => document.getElementById(fieldId('firstName'))?.focus());
  };
  const heading = <WriteHeading key="heading" topic={topic} sent={isSent} />;
  const column = (
    <div key="form" className="stack contacts__form">
      {isSent ? (
        <Sent topic={topic} onAgain={writeAnother} height={height} />
      ) : (
        <FormPanel form={form} onSubmit={setHeight} />
      )}
    </div>
  );
  return (
    <>
      {isSent ? [column, heading] : [heading, column]}
      <WhatNext topic={topic} sent={isSent} />
    </>
  );
}

interface FormPanelProps {
  form: ContactStore;
  /** Gets the height of the column. */
  onSubmit: (height: number | undefined) => void;
}

/** The tabs and the form. */
function FormPanel({ form, onSubmit }: FormPanelProps) {
  const text = useText('contacts');
  const site = useSite();
  const topic = useValue(form.topic);
  const hydrated = useHydrated();
  const panel = hydrated && { role: 'tabpanel', 'aria-labelledby': tabId(panelId, topic) };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(event.currentTarget.closest('.contacts__form')?.clientHeight);
    void form.submit(readHoneypot(event.currentTarget));
  };

  /** Marks the fields that are missing or wrong, and focuses the first one. */
  const showErrors = () => {
    const wrong = form.sending.peek() ? null : form.validateAll();
    if (wrong) focusField(fieldId(wrong), site);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isImplicitSubmission(event) || form.filled.peek() || form.sending.peek()) return;
    event.preventDefault();
    showErrors();
  };

  return (
    <>
      <TopicTabs form={form} />
      <div className="stack contacts__panel" id={panelId} tabIndex={-1} {...panel}>
        <p className="soft" data-page-only>
          {text(`contactForm.tabHints.${topic}`)}
        </p>
        <DraftNote form={form} />
        <ErrorSummary form={form} />
        <form
          className="form"
          method="post"
          action={topicAddress(topic, panelId)}
          encType="multipart/form-data"
          data-draft
          noValidate
          onSubmit={submit}
          onKeyDown={onKeyDown}
        >
          <input type="hidden" name="topic" value={topic} />
          <Timestamp form={form} />
          <Honeypot label={text('contactForm.fields.honeypot')} />
          <div className="form__pair">
            <ContactTextField form={form} name="firstName" />
            <ContactTextField form={form} name="lastName" />
          </div>
          <ContactTextField form={form} name="email" />
          <ContactTextField form={form} name="message" />
          {attachmentOf[topic] !== 'none' && <AttachmentField form={form} key={topic} />}
          <PrivacyField form={form} />
          <ContactSubmitRow form={form} onDisabledClick={showErrors} />
        </form>
      </div>
    </>
  );
}

/** Empty in the HTML of the server, because a cached page cannot know when it is opened. */
function Timestamp({ form }: { form: ContactStore }) {
  const timestamp = useValue(form.timestamp);
  return <input type="hidden" name="timestamp" value={timestamp || ''} />;
}

function DraftNote({ form }: { form: ContactStore }) {
  const text = useText('contacts');
  const restored = useValue(form.restored);
  // The button disappears with the draft, so the form takes the focus.
  const discard = () => {
    form.reset();
    document.getElementById(panelId)?.focus({ preventScroll: true });
  };
  return (
    <div role="status">
      {restored && (
        <p className="t-small contact-form__draft">
          <span>{text('contactForm.draft')}</span>{' '}
          <button type="button" onClick={discard}>
            {text('contactForm.discard')}
          </button>
        </p>
      )}
    </div>
  );
}
