import { useText } from '../../lib/site-context.ts';

const steps = ['day', 'week', 'plan'] as const;

/** The steps that follow a message. */
export function WhatNext() {
  const text = useText('contacts');
  return (
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
  );
}
