import { useRef, type FormEvent, type KeyboardEvent } from 'react';
import { encodePart } from '#shared/address.ts';
import { isConfirmed } from '#shared/confirmations.ts';
import { maxEmailLength } from '#shared/email.ts';
import type { Language } from '#shared/languages.ts';
import type { Locales } from '#shared/locales.ts';
import { isMachineId, maxMachineIdLength } from '#shared/machine-id.ts';
import { formatMoney } from '#shared/money.ts';
import { findPlan, priceOf, type Plan } from '#shared/plans.ts';
import type { Text } from '#shared/text.ts';
import { FieldError, TextField } from '../../components/field.tsx';
import { Link } from '../../components/link.tsx';
import { SubmitRow } from '../../components/submit-row.tsx';
import { focusField } from '../../forms/focus-field.ts';
import { isImplicitSubmission } from '../../forms/implicit-submission.ts';
import { useLanguage, useSite, useText, useVisit } from '../../lib/site-context.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { useValue } from '../../lib/use-value.ts';
import { announce } from '../../navigation/focus-and-announce.ts';
import type { ActivationStore } from './activation-store.ts';
import { neededFields } from './activation-rules.ts';
import { ActivationAlert } from './activation-alert.tsx';
import { activationFormId, fieldIds, planErrorId } from './ids.ts';

/** Returns the function that sends the form. If the response has the address of a payment page, that page is opened. */
function useSubmit(activation: ActivationStore) {
  const site = useSite();
  const { navigator } = site;
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    const before = navigator.target();
    const paymentPage = await activation.submit();
    if (paymentPage) {
      // The visitor may have followed a link meanwhile, or may be on another page already.
      if (navigator.target() !== before || !form.current) return activation.stopRedirecting();
      return navigator.loadDocument(paymentPage, activation.stopRedirecting);
    }
    const wrong = activation.firstError();
    const confirmation = form.current?.querySelector<HTMLElement>('h3 span');
    if (wrong) focusField(fieldIds[wrong], site);
    // The button has lost the focus: it was disabled, or the confirmation has replaced it.
    else if (document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('h3 span, [type="submit"]')?.focus({ preventScroll: true });
    // During the call the visitor has moved the focus to another part of the page.
    else if (confirmation) announce(site, confirmation.innerText);
    // The result is shown above the fields, which may be above the visible part of the page.
    form.current?.querySelector('.alert, h3')?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isImplicitSubmission(event) && !activation.filled.peek()) void submit(event);
  };
  return { form, submit, onKeyDown };
}

/**
 * Whether the confirmation of a trial has replaced the fields. Without JavaScript the fields stay below the
 * confirmation, because the visitor needs them to order another plan.
 */
export function useFieldsReplaced(activation: ActivationStore): boolean {
  const { search } = useVisit();
  const status = useValue(activation.status);
  const processing = useValue(activation.processing);
  return status === 'sent' && !processing && !isConfirmed(new URLSearchParams(search), 'trial');
}

export function ActivationForm({ activation }: { activation: ActivationStore }) {
  const language = useLanguage();
  const { form, submit, onKeyDown } = useSubmit(activation);
  const hasFields = !useFieldsReplaced(activation);
  return (
    <form
      className="form activation-section__form"
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
      {hasFields && (
        <>
          <ChosenPlan activation={activation} />
          <MachineField activation={activation} />
          <EmailField activation={activation} />
          <ActivationSubmitRow activation={activation} />
        </>
      )}
    </form>
  );
}

function describe(plan: Plan, language: Language, text: Text<Locales['extension']>) {
  const price = priceOf(plan, language);
  return {
    plan: text(plan.name),
    price: price === 0 ? text('plans.free').toLowerCase() : formatMoney(language, price),
  };
}

function ChosenPlan({ activation }: { activation: ActivationStore }) {
  const text = useText('extension');
  const language = useLanguage();
  const plan = findPlan(useValue(activation.fields.plan.value));
  const error = useValue(activation.fields.plan.error);
  return (
    <div className="field activation-section__plan">
      <p className="t-3">
        {plan ? text('activation.chosen', describe(plan, language, text)) : text('activation.noPlan')}
      </p>
      {error && <FieldError id={planErrorId} message={text(`validation.${error}`)} />}
    </div>
  );
}

function MachineField({ activation }: { activation: ActivationStore }) {
  const text = useText('extension');
  const { search } = useVisit();
  const typed = useValue(activation.fields.machine_id.value).trim();
  const query = new URLSearchParams(search);
  // The link "Try again" after a payment has the plan, too, and an identifier that the visitor may have typed.
  const fromLink = isMachineId(typed) && typed === query.get('id')?.trim() && !query.has('plan');
  return (
    <TextField
      field={activation.fields.machine_id}
      id={fieldIds.machine_id}
      label={text('activation.machineId')}
      hint={text(fromLink ? 'activation.fromLink' : 'activation.machineHint')}
      errorText={(error) => text(`validation.${error}`)}
      errorRole="alert"
      className="activation-section__code"
      input={{ maxLength: maxMachineIdLength, spellCheck: false, autoCapitalize: 'off' }}
    />
  );
}

function EmailField({ activation }: { activation: ActivationStore }) {
  const text = useText('extension');
  return (
    <TextField
      field={activation.fields.email}
      id={fieldIds.email}
      label={text('activation.email')}
      hint={text('activation.emailHint')}
      errorText={(error) => text(`validation.${error}`)}
      input={{ type: 'email', maxLength: maxEmailLength, autoComplete: 'email' }}
    />
  );
}

/**
 * Shown instead of the payment button if the site takes no payments: a link to an e-mail with the data of the order.
 */
function EmailRow({ plan, activation }: { plan: Plan; activation: ActivationStore }) {
  const text = useText('extension');
  const machineId = useValue(activation.fields.machine_id.value).trim();
  const subject = encodePart(text('destination', { plan: text(plan.name) }));
  const body = encodePart(`${text('activation.machineId')}: ${machineId}`);
  return (
    <div className="form__foot">
      <a className="button button--sun" href={`mailto:${text('activation.emailTo')}?subject=${subject}&body=${body}`}>
        {text('activation.orderByEmail')}
      </a>
    </div>
  );
}

function ActivationSubmitRow({ activation }: { activation: ActivationStore }) {
  const text = useText('extension');
  const language = useLanguage();
  const hydrated = useHydrated();
  const plan = findPlan(useValue(activation.fields.plan.value));
  const processing = useValue(activation.processing);
  const filled = useValue(activation.filled);
  const label =
    !plan || !hydrated
      ? text('activation.continue')
      : plan.id === 'trial'
        ? text('activation.startTrial')
        : text('activation.pay', describe(plan, language, text));
  const missing = neededFields(useValue(activation.values));
  const { payments } = useSite();
  if (hydrated && !payments && plan && plan.id !== 'trial') return <EmailRow plan={plan} activation={activation} />;
  return (
    <SubmitRow
      label={label}
      sendingLabel={text('activation.processing')}
      sending={processing}
      disabled={hydrated && !filled}
      className="button--sun"
    >
      {/* The reason why the button is disabled has the place of the terms, which are shown once it is enabled. */}
      <p className="t-small soft">
        {hydrated && missing.length > 0 ? (
          text('activation.needed', { list: missing.map((name) => text(`activation.need.${name}`)).join(', ') })
        ) : (
          <>
            {text('activation.agree')} <Link href="/terms">{text('activation.agreement')}</Link>.{' '}
            {text('activation.privacyNote')} <Link href="/privacy">{text('activation.privacy')}</Link>.
          </>
        )}
      </p>
    </SubmitRow>
  );
}
