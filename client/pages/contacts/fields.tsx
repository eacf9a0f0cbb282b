import { useLayoutEffect, useRef, useState } from 'react';
import { maxLength } from '#shared/contact-limits.ts';
import { maxEmailLength } from '#shared/email.ts';
import { Field, TextField } from '../../components/field.tsx';
import { Link } from '../../components/link.tsx';
import { useText } from '../../lib/site-context.ts';
import { useValue } from '../../lib/use-value.ts';
import type { ContactStore } from './contact-store.ts';
import { fieldMessage } from './field-message.ts';
import { fieldId } from './ids.ts';

const inputs = {
  firstName: { autoComplete: 'given-name', maxLength: maxLength.name },
  lastName: { autoComplete: 'family-name', maxLength: maxLength.name },
  email: { type: 'email', autoComplete: 'email', maxLength: maxEmailLength },
  // maxLength would cut off the end of a long text that is pasted. The server refuses a text that is too long.
  message: {},
} as const;

export function ContactTextField({ form, name }: { form: ContactStore; name: keyof typeof inputs }) {
  const text = useText('contacts');
  const topic = useValue(form.topic);
  const placeholder = name === 'message' ? text(`contactForm.placeholders.${topic}`) : undefined;
  return (
    <TextField
      field={form.fields[name]}
      id={fieldId(name)}
      label={text(`contactForm.fields.${name}`)}
      errorText={(error) => fieldMessage(text, error)}
      input={{ ...inputs[name], placeholder }}
      multiline={name === 'message'}
    />
  );
}

/** Like a text control, the checkbox keeps its state itself and is changed only when the form is reset. */
function useCheckbox({ value: signal, change }: ContactStore['fields']['privacyTerms']) {
  const checked = useValue(signal);
  const [defaultChecked] = useState(checked);
  const ref = useRef<HTMLInputElement>(null);
  const connected = useRef(false);
  useLayoutEffect(() => {
    const isConnected = connected.current;
    connected.current = true;
    if (!ref.current || ref.current.checked === checked) return;
    if (isConnected) ref.current.checked = checked;
    else change(ref.current.checked);
  }, [change, checked]);
  return { ref, defaultChecked };
}

export function PrivacyField({ form }: { form: ContactStore }) {
  const text = useText('contacts');
  const field = form.fields.privacyTerms;
  const error = useValue(field.error);
  const checkbox = useCheckbox(field);
  return (
    <Field id={fieldId('privacyTerms')} invalid={error !== undefined} error={error && fieldMessage(text, error)}>
      {(connection) => (
        <label className="check">
          <input
            type="checkbox"
            name="privacyTerms"
            required
            {...connection}
            {...checkbox}
            onChange={({ target }) => field.change(target.checked)}
          />
          <span>
            {/* One text with its space: a space alone is left out of the name that screen readers get. */}
            {`${text('contactForm.fields.privacyTerms')} `}
            <Link href="/privacy">{text('contactForm.fields.privacyLink')}</Link>.
          </span>
        </label>
      )}
    </Field>
  );
}
