import type { Topic } from '#shared/contact-limits.ts';
import { company } from '#shared/company.ts';
import { useText } from '../../lib/site-context.ts';

/** Whom to write to instead of using the form. */
const emailOf: Record<Topic, string> = {
  general: company.email,
  career: company.careersEmail,
  legal: company.legalEmail,
};

const steps = ['first', 'second', 'third'] as const;

interface Props {
  topic: Topic;
  /** Whether the message has been sent. The form is then hidden, so the texts do not mention it. */
  sent: boolean;
}

/** The heading of the form; of the steps once the message is sent. */
export function WriteHeading({ topic, sent }: Props) {
  const text = useText('contacts');
  return (
    <div className="stack">
      <h2 className="t-2" id="write">
        {text(sent ? 'contactForm.next.label' : 'contactForm.title')}
      </h2>
      <p className="soft" data-page-only>
        {text(sent ? 'contactForm.sentPage.intro' : `contactForm.next.${topic}.intro`)}
      </p>
    </div>
  );
}

/** The steps that follow a message, as long before sending as after it, so that the page hardly moves. */
export function WhatNext({ topic, sent }: Props) {
  const text = useText('contacts');
  const next = `contactForm.next.${topic}` as const;
  return (
    <div className="stack">
      <ol className="what-next" aria-label={text('contactForm.next.label')}>
        {steps.map((step) => (
          <li key={step}>
            <b>{text(`${next}.${step}Title`)}</b>
            <span>{text(`${next}.${step}Text`)}</span>
          </li>
        ))}
      </ol>
      <p className="soft">
        {text(sent ? 'contactForm.sentPage.email' : 'contactForm.byEmail')}{' '}
        <a href={`mailto:${emailOf[topic]}`}>{emailOf[topic]}</a>
      </p>
    </div>
  );
}
