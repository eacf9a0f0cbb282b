import { Icon } from '../../components/icon.tsx';
import { useText } from '../../lib/site-context.ts';
import { useValue } from '../../lib/use-value.ts';
import type { ContactForm, FieldName } from '../../stores/contact-form.ts';
import { fieldMessage } from './field-message.ts';

export const fieldId = (name: FieldName) => `contact-${name}`;
export const errorId = (name: FieldName) => `${fieldId(name)}-error`;

export function FieldError({ form, name }: { form: ContactForm; name: FieldName }) {
  const text = useText('contacts');
  const key = useValue(form.errors)[name];
  if (!key) return null;
  return (
    <p className="field__error" id={errorId(name)}>
      <Icon name="circle-alert" />
      <span>{fieldMessage(text, key)}</span>
    </p>
  );
}
