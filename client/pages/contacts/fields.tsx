import type { ChangeEvent } from 'react';
import { honeypotField, longest } from '#shared/contact-limits.ts';
import { longestEmail } from '#shared/email.ts';
import { Link } from '../../components/link.tsx';
import { useText } from '../../lib/site-context.ts';
import { useValue } from '../../lib/use-value.ts';
import type { ContactForm, TextName } from '../../stores/contact-form.ts';
import { errorId, FieldError, fieldId } from './field-error.tsx';

const settings = {
  firstName: { type: 'text', autoComplete: 'given-name', maxLength: longest.name },
  lastName: { type: 'text', autoComplete: 'family-name', maxLength: longest.name },
  email: { type: 'email', autoComplete: 'email', maxLength: longestEmail },
  message: { maxLength: longest.message },
} as const;

export function TextField({ form, name }: { form: ContactForm; name: TextName }) {
  const text = useText('contacts');
  const value = useValue(form.values)[name];
  const broken = Boolean(useValue(form.errors)[name]);
  const shared = {
    className: 'field__input',
    id: fieldId(name),
    name,
    value,
    required: true,
    'aria-invalid': broken || undefined,
    'aria-describedby': broken ? errorId(name) : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => form.change(name, event.target.value),
    onBlur: () => form.leave(name),
  };
  return (
    <div className="field">
      <label htmlFor={fieldId(name)}>{text(`contactForm.fields.${name}`)}</label>
      {name === 'message' ? (
        <textarea {...shared} {...settings.message} placeholder={text('contactForm.placeholders.message')} />
      ) : (
        <input {...shared} {...settings[name]} />
      )}
      <FieldError form={form} name={name} />
    </div>
  );
}

export function PrivacyField({ form }: { form: ContactForm }) {
  const text = useText('contacts');
  const accepted = useValue(form.values).privacyTerms;
  const broken = Boolean(useValue(form.errors).privacyTerms);
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          id={fieldId('privacyTerms')}
          name="privacyTerms"
          checked={accepted}
          required
          aria-invalid={broken || undefined}
          aria-describedby={broken ? errorId('privacyTerms') : undefined}
          onChange={(event) => form.change('privacyTerms', event.target.checked)}
          onBlur={() => form.leave('privacyTerms')}
        />
        <span>
          {text('contactForm.fields.privacyTerms')}{' '}
          <Link href="/privacy">{text('contactForm.fields.privacyLink')}</Link>.
        </span>
      </label>
      <FieldError form={form} name="privacyTerms" />
    </div>
  );
}

/** Not on the screen and not for screen readers; password managers and autofill are asked to leave it alone. */
export function Honeypot() {
  const text = useText('contacts');
  return (
    <div className="form__trap" aria-hidden="true">
      <label htmlFor="contact-trap">{text('contactForm.fields.honeypot')}</label>
      <input
        type="text"
        id="contact-trap"
        name={honeypotField}
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-lpignore="true"
        data-bwignore=""
        data-form-type="other"
      />
    </div>
  );
}
