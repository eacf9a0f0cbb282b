import type { Topic } from '#shared/contact-limits.ts';
import { site } from '#shared/site.ts';
import { useText, useVisit } from '../../lib/site-context.ts';
import { topicOf } from './use-contact-form.ts';

/** Whom to write to instead of using the form. */
const emailOf: Record<Topic, string> = { general: site.email, career: site.careersEmail, legal: site.legalEmail };

const steps = ['first', 'second', 'third'] as const;

/** The steps that follow a message, for the topic of the address. */
export function WhatNext() {
  const text = useText('contacts');
  const topic = topicOf(useVisit());
  const next = `contactForm.next.${topic}` as const;
  return (
    <div className="stack">
      <h2 className="t-2" id="write">
        {text('contactForm.title')}
      </h2>
      <p className="soft contact__intro">{text(`${next}.intro`)}</p>
      <ol className="next" aria-label={text('contactForm.next.label')}>
        {steps.map((step) => (
          <li key={step}>
            <b>{text(`${next}.${step}Title`)}</b>
            <span>{text(`${next}.${step}Text`)}</span>
          </li>
        ))}
      </ol>
      <p className="soft">
        {text('contactForm.byEmail')} <a href={`mailto:${emailOf[topic]}`}>{emailOf[topic]}</a>
      </p>
    </div>
  );
}
