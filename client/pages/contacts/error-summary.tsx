import { useEffect, useRef } from 'react';
import type { Locales } from '#shared/locales.ts';
import { BackendText } from '../../components/backend-text.tsx';
import { ErrorList } from '../../components/error-list.tsx';
import { Icon } from '../../components/icon.tsx';
import { useText, useVisit } from '../../lib/site-context.ts';
import { useValue } from '../../lib/use-value.ts';
import type { ContactStore } from './contact-store.ts';
import { contactFields } from './contact-rules.ts';
import { fieldMessage } from './field-message.ts';
import { fieldId } from './ids.ts';

type FormErrorKey = keyof Locales['contacts']['contactForm']['errors'];

/** The errors, listed above the form with links to the fields. The list takes the focus after an attempt to send. */
export function ErrorSummary({ form }: { form: ContactStore }) {
  const text = useText('contacts');
  const { postedForm } = useVisit();
  const errors = useValue(form.errors);
  const refusals = useValue(form.refusals);
  // A visitor who returns to the page sees the errors again, but the focus stays where the navigation has moved it.
  const seen = useRef(refusals);
  const box = useRef<HTMLDivElement>(null);
  // The server names its messages by the keys of the same texts.
  const key = refusals === 0 ? (postedForm?.errors['form'] as FormErrorKey | undefined) : undefined;
  const listed = contactFields.flatMap((name) => {
    const error = errors[name];
    return error ? [{ field: fieldId(name), message: fieldMessage(text, error) }] : [];
  });

  useEffect(() => {
    // A visitor who corrects the form that the server has sent keeps the field, when the scripts come later.
    if (refusals > seen.current || (postedForm && document.activeElement === document.body)) box.current?.focus();
    seen.current = refusals;
  }, [postedForm, refusals]);

  if (!(refusals > 0 || postedForm) || (listed.length === 0 && !key)) return null;
  return (
    <div
      className="alert alert--bad error-summary"
      ref={box}
      tabIndex={-1}
      role="group"
      aria-labelledby="contact-summary"
    >
      <Icon name="circle-alert" />
      <div>
        <p className="t-4" id="contact-summary">
          {key ? text('contactForm.errorTitle') : text('contactForm.errorSummary')}
        </p>
        {key && (
          <p>{postedForm?.message ? <BackendText text={postedForm.message} /> : text(`contactForm.errors.${key}`)}</p>
        )}
        {listed.length > 0 && <ErrorList errors={listed} />}
      </div>
    </div>
  );
}
