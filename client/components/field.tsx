import { clsx } from 'clsx';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type InputHTMLAttributes,
  type ReactNode,
} from 'react';
import { honeypotField } from '#shared/hidden-fields.ts';
import { useSite } from '../lib/site-context.ts';
import { useValue } from '../lib/use-value.ts';
import { announce } from '../navigation/focus-and-announce.ts';
import type { Field as FormField } from '../forms/form-fields.ts';
import { Icon } from './icon.tsx';

/** `focusField` reads the error by this id. */
const errorId = (id: string) => `${id}-error`;
const hintId = (id: string) => `${id}-hint`;

interface FieldErrorProps {
  id: string;
  message: string;
  role?: 'alert';
}

export function FieldError({ message, ...rest }: FieldErrorProps) {
  return (
    <p className="field__error" {...rest}>
      <Icon name="circle-alert" />
      <span>{message}</span>
    </p>
  );
}

interface FieldProps {
  id: string;
  label?: string;
  hint?: string;
  invalid?: boolean;
  /** The sentence that is shown below the field while it is invalid. */
  error?: string;
  /** The id of the element that shows the error instead, such as an alert above the fields. */
  errorAt?: string;
  /** The role of the error; an alert announces itself. */
  errorRole?: 'alert';
  /** Renders the control with the attributes that connect it to its label, hint and error. */
  children: (control: ControlProps) => ReactNode;
}

export interface ControlProps {
  id: string;
  /** False is written as well: browsers report an empty required control as invalid from the start. */
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** Shows a control with its label, hint and error. */
export function Field({ id, label, hint, invalid = false, error, errorAt, errorRole, children }: FieldProps) {
  const message = error && <FieldError id={errorId(id)} message={error} role={errorRole} />;
  // The error replaces the hint, so that the content below does not move.
  const note = hint && !message && <small id={hintId(id)}>{hint}</small>;
  const describedBy = clsx(invalid && (errorAt ?? errorId(id)), note && hintId(id));
  return (
    <div className="field">
      {label && <label htmlFor={id}>{label}</label>}
      {children({ id, 'aria-invalid': invalid, 'aria-describedby': describedBy || undefined })}
      {message}
      {note}
    </div>
  );
}

/**
 * Connects an uncontrolled text control to its field. The browser stores the text, so text that was typed before
 * hydration is not lost, and Back restores it. The field first takes the value of the control; later changes of the
 * field are written to the control.
 */
function useTextControl(field: FormField<string>) {
  const value = useValue(field.value);
  const [defaultValue] = useState(value);
  const control = useRef<(HTMLInputElement & HTMLTextAreaElement) | null>(null);
  const connected = useRef(false);
  useLayoutEffect(() => {
    const element = control.current;
    const isConnected = connected.current;
    connected.current = true;
    // A text that was posted without JavaScript has CRLF line ends; the value of a text area has LF.
    if (!element || element.value === value.replaceAll('\r\n', '\n')) return;
    if (isConnected) element.value = value;
    else field.change(element.value);
  }, [field, value]);
  return {
    ref: control,
    name: field.name,
    defaultValue,
    onChange: ({ target }: { target: { value: string } }) => field.change(target.value),
  };
}

/**
 * Calls `action` now, or after the click while a mouse button or a finger is down: an error that appears before the end
 * of the click would move the pressed element away, and the browser would send no click.
 */
const afterPress = (action: () => void): void =>
  document.querySelector(':active') ? addEventListener('mouseup', () => setTimeout(action), { once: true }) : action();

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'autoComplete' | 'autoCapitalize' | 'maxLength' | 'placeholder' | 'spellCheck'
>;

interface TextFieldProps<Problem extends string> extends Omit<FieldProps, 'children' | 'invalid' | 'error'> {
  field: FormField<string, Problem>;
  /**
   * Returns the sentence for an error. With this function, the field is validated when it loses the focus, and a new
   * error is announced: in a live region for each field, the errors that one attempt to send finds would all be read.
   */
  errorText?: (error: Problem) => string;
  multiline?: boolean;
  className?: string;
  input?: InputProps;
}

/** Shows a required text field of one or several lines. */
export function TextField<Problem extends string>({
  field,
  multiline,
  className,
  input,
  errorText,
  ...rest
}: TextFieldProps<Problem>) {
  const site = useSite();
  const error = useValue(field.error);
  const control = useTextControl(field);
  const Control = multiline ? 'textarea' : 'input';
  const onBlur = ({ target }: FocusEvent) =>
    errorText &&
    // It stays the active element when the window loses the focus: the visitor may copy the value from another program.
    target !== document.activeElement &&
    afterPress(() => {
      const found = !field.error.peek() && field.validate();
      if (found && !rest.errorRole) announce(site, errorText(found));
    });
  return (
    <Field {...rest} invalid={!!error} error={error && errorText?.(error)}>
      {(connection) => (
        <Control
          {...input}
          {...control}
          className={clsx('field__input', className)}
          required
          onBlur={onBlur}
          {...connection}
        />
      )}
    </Field>
  );
}

/** Returns what a bot has typed into the honeypot of a form. */
export function readHoneypot(form: HTMLFormElement): string {
  const value = new FormData(form).get(honeypotField);
  return typeof value === 'string' ? value : '';
}

/**
 * Renders a field that only bots fill in. It is hidden from people and screen readers, and its attributes keep password
 * managers from filling it in. `label` is for people whose browser shows the field without styles.
 */
export function Honeypot({ label }: { label: string }) {
  const id = useId();
  return (
    <div className="form__trap" aria-hidden="true">
      <label htmlFor={id}>{label}</label>
      <input
        type="text"
        id={id}
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
