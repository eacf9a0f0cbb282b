import { useText, useVisit } from '../../lib/site-context.ts';
import { topicOf } from './use-contact-form.ts';

const steps = ['first', 'second', 'third'] as const;

/** The steps that follow a message, for the topic of the address. */
export function WhatNext() {
  const text = useText('contacts');
  const next = `contactForm.next.${topicOf(useVisit())}` as const;
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
    </div>
  );
}
