import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { longestEmail } from '#shared/email.ts';
import type { Language } from '#shared/languages.ts';
import { isMachineId, longestMachineId } from '#shared/machine-id.ts';
import { formatMoney } from '#shared/money.ts';
import { findPlan, priceOf, type Plan } from '#shared/plans.ts';
import type { Locales } from '#shared/locales.ts';
import type { Text } from '#shared/text.ts';
import { Icon } from '../../components/icon.tsx';
import { Link } from '../../components/link.tsx';
import { useLanguage, useText, useVisit } from '../../lib/site-context.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { useValue } from '../../lib/use-value.ts';
import type { Activation, Field } from '../../stores/activation.ts';
import { ActivationAlert } from './activation-alert.tsx';
import { activationFormId, fieldIds, planErrorId } from './ids.ts';

/** What was chosen or typed before there was a script, or kept by the browser over a reload, counts as well. */
function useTypedBefore(activation: Activation, form: { current: HTMLFormElement | null }): void {
  useEffect(() => {
    if (!form.current) return;
    const {
      plan: planId,
      machine_id,
      email,
    } = Object.fromEntries(new FormData(form.current)) as Record<string, string | undefined>;
    const plan = findPlan(planId);
    if (plan && plan.id !== activation.plan.peek()) activation.choosePlan(plan.id);
    if (machine_id && machine_id !== activation.machineId.peek()) activation.typeMachineId(machine_id);
    if (email && email !== activation.email.peek()) activation.typeEmail(email);
  }, [activation, form]);
}

/** A page that the Back button brings back from the payment page must not still be busy. */
function useRestOnReturn(activation: Activation): void {
  useEffect(() => {
    const rest = ({ persisted }: PageTransitionEvent) => {
      if (persisted) activation.rest();
    };
    addEventListener('pageshow', rest);
    return () => removeEventListener('pageshow', rest);
  }, [activation]);
}

export function ActivationForm({ activation }: { activation: Activation }) {
  const text = useText('extension');
  const language = useLanguage();
  const plan = findPlan(useValue(activation.plan));
  const errors = useValue(activation.errors);
  const form = useRef<HTMLFormElement>(null);
  useTypedBefore(activation, form);
  useRestOnReturn(activation);

  const focusField = (name: Field | undefined) => {
    if (!name) return false;
    const field =
      name === 'plan'
        ? document.querySelector<HTMLElement>(`#${fieldIds.plan} input`)
        : document.getElementById(fieldIds[name]);
    field?.focus();
    return true;
  };

  const submit = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    const address = await activation.submit(language);
    if (address) return location.assign(address);
    // A button that was disabled has lost the focus; the keyboard goes on from where it was.
    if (!focusField(activation.firstError()) && document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true });
    // What came of it stands above the fields, which may be above the screen.
    form.current?.querySelector('.alert')?.scrollIntoView({ block: 'nearest' });
  };

  // While the button is disabled browsers ignore Enter; whoever presses it is told what is missing.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !activation.ready.peek())
      void submit(event);
  };

  return (
    <form
      className="form"
      id={activationFormId}
      method="post"
      action="/gitl#activate"
      noValidate
      ref={form}
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      <input type="hidden" name="language" value={language} />
      <ActivationAlert activation={activation} />
      <div className="field activation__plan">
        <p className="t-3">
          {plan ? text('activation.chosen', describe(plan, language, text)) : text('activation.noPlan')}
        </p>
        {errors.plan && <FieldError id={planErrorId} message={text(`validation.${errors.plan}`)} />}
      </div>
      <MachineField activation={activation} />
      <EmailField activation={activation} />
      <div className="form__foot">
        <SubmitButton activation={activation} plan={plan} />
        <p className="t-small soft">
          {text('activation.agree')} <Link href="/terms">{text('activation.agreement')}</Link>.
        </p>
      </div>
    </form>
  );
}

type ExtensionText = Text<Locales['extension']>;

function describe(plan: Plan, language: Language, text: ExtensionText) {
  const price = priceOf(plan, language);
  return {
    plan: text(plan.name),
    price: price === 0 ? text('plans.free').toLowerCase() : formatMoney(language, price),
  };
}

function FieldError({ id, message }: { id: string; message: string }) {
  return (
    <p className="field__error" id={id}>
      <Icon name="circle-alert" />
      <span>{message}</span>
    </p>
  );
}

function MachineField({ activation }: { activation: Activation }) {
  const text = useText('extension');
  const { search } = useVisit();
  const id = fieldIds.machine_id;
  const invalid = useValue(activation.errors).machine_id !== undefined;
  const typed = useValue(activation.machineId).trim();
  const fromLink = isMachineId(typed) && typed === new URLSearchParams(search).get('id')?.trim();
  const [first] = useState(() => activation.machineId.peek());
  return (
    <div className="field">
      <label htmlFor={id}>{text('activation.machineId')}</label>
      <input
        className="field__input activation__code"
        id={id}
        name="machine_id"
        type="text"
        required
        maxLength={longestMachineId}
        spellCheck={false}
        autoCapitalize="off"
        placeholder="7F3A-91C2-D04E-55B8"
        defaultValue={first}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? `${id}-problem ${id}-hint` : `${id}-hint`}
        onInput={(event) => activation.typeMachineId(event.currentTarget.value)}
        onBlur={() => activation.checkField('machine_id')}
      />
      <small id={`${id}-hint`}>{text(fromLink ? 'activation.fromLink' : 'activation.machineHint')}</small>
    </div>
  );
}

function EmailField({ activation }: { activation: Activation }) {
  const text = useText('extension');
  const id = fieldIds.email;
  const error = useValue(activation.errors).email;
  const [first] = useState(() => activation.email.peek());
  return (
    <div className="field">
      <label htmlFor={id}>{text('activation.email')}</label>
      <input
        className="field__input"
        id={id}
        name="email"
        type="email"
        required
        maxLength={longestEmail}
        autoComplete="email"
        placeholder="name@company.com"
        defaultValue={first}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
        onInput={(event) => activation.typeEmail(event.currentTarget.value)}
        onBlur={() => activation.checkField('email')}
      />
      <div aria-live="polite">{error && <FieldError id={`${id}-error`} message={text(`validation.${error}`)} />}</div>
      <small id={`${id}-hint`}>{text('activation.emailHint')}</small>
    </div>
  );
}

function SubmitButton({ activation, plan }: { activation: Activation; plan: Plan | null }) {
  const text = useText('extension');
  const language = useLanguage();
  const hydrated = useHydrated();
  const processing = useValue(activation.processing);
  const ready = useValue(activation.ready);
  const label = () => {
    if (!plan || !hydrated) return text('activation.continue');
    return plan.id === 'trial' ? text('activation.startTrial') : text('activation.pay', describe(plan, language, text));
  };
  return (
    <button
      className="button button--sun"
      type="submit"
      disabled={hydrated && (processing || !ready)}
      aria-busy={processing || undefined}
    >
      {processing && (
        <span className="lines" aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
          <i />
        </span>
      )}
      <span>{processing ? text('activation.processing') : label()}</span>
    </button>
  );
}
