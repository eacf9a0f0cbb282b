import { useEffect, useRef, type MouseEvent } from 'react';
import type { Locales } from '#shared/locales.ts';
import { Icon } from '../../components/icon.tsx';
import { useText, useVisit } from '../../lib/site-context.ts';
import { useValue } from '../../lib/use-value.ts';
import { fieldNames, type ContactForm, type FieldName } from '../../stores/contact-form.ts';
import { fieldId } from './field-error.tsx';
import { fieldMessage } from './field-message.ts';

type FormErrorKey = keyof Locales['contacts']['contactForm']['errors'];

function focusField(event: MouseEvent, name: FieldName) {
  event.preventDefault();
  document.getElementById(fieldId(name))?.focus();
}

/** What is wrong, on top of the form, with links to the fields; whoever sent the form is taken here. */
export function ErrorSummary({ form }: { form: ContactForm }) {
  const text = useText('contacts');
  const { form: posted } = useVisit();
  const errors = useValue(form.errors);
  const refusals = useValue(form.refusals);
  const box = useRef<HTMLDivElement>(null);
  const whole = refusals === 0 ? (posted?.errors['form'] as FormErrorKey | undefined) : undefined;
  const message = whole && (posted?.message ?? text(`contactForm.errors.${whole}`));
  const shown = refusals > 0 || posted !== undefined;
  const broken = fieldNames.filter((name) => errors[name]);

  useEffect(() => {
    if (shown) box.current?.focus();
  }, [shown, refusals]);

  if (!shown || (broken.length === 0 && !message)) return null;
  return (
    <div className="alert alert--bad summary" ref={box} tabIndex={-1} role="group" aria-labelledby="contact-summary">
      <Icon name="circle-alert" />
      <div>
        <p className="t-4" id="contact-summary">
          {message ? text('contactForm.errorTitle') : text('contactForm.errorSummary')}
        </p>
        {message && <p>{message}</p>}
        {broken.length > 0 && (
          <ul>
            {broken.map((name) => (
              <li key={name}>
                <a href={`#${fieldId(name)}`} onClick={(event) => focusField(event, name)}>
                  {fieldMessage(text, errors[name] ?? '')}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
