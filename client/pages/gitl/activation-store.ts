import { computed, signal, type Signal } from '@preact/signals-react';
import type { Language } from '#shared/languages.ts';
import type { PlanId } from '#shared/plans.ts';
import { postJson } from '../../lib/browser-api.ts';
import { sendActivation, type ActivationRequest, type ActivationSuccess, type PostJson } from './activation-calls.ts';
import {
  activationFields,
  findErrors,
  isFilled,
  type ActivationErrors,
  type ActivationFailure,
  type ActivationProblem,
  type ActivationValues,
} from './activation-rules.ts';
import { createForm, type FormStatus } from '../../forms/form.ts';

export interface ActivationStart {
  values: ActivationValues;
  errors: ActivationErrors;
  failure: ActivationFailure | null;
  /** `sent` when a trial was started by a form without JavaScript. */
  status: FormStatus;
}

interface Options {
  /** The language of the page; it decides the currency of an invoice. */
  language(): Language;
  origin?: () => string;
  /** Sends the call of a trial or of an invoice. */
  post?: PostJson;
}

/** The fields, their rules and the call that sends them; sets `redirecting` when a payment page follows. */
function createRequestForm(
  { values: initial, ...start }: ActivationStart,
  { language, origin = () => location.origin, post = postJson }: Options,
  redirecting: Signal<boolean>,
) {
  return createForm<
    ActivationValues,
    ActivationProblem,
    Omit<ActivationRequest, 'plan'> & { plan: PlanId | null },
    ActivationFailure,
    ActivationSuccess
  >({
    ...start,
    names: activationFields,
    initial,
    validate: findErrors,
    toContent: ({ plan, machine_id, email }) => ({
      plan,
      machine_id: machine_id.trim(),
      email: email.trim(),
      language: language(),
    }),
    send: async ({ plan, ...request }, options) => {
      if (plan === null) return { errors: { plan: 'planRequired' }, failure: null };
      const result = await sendActivation(post, { ...request, plan }, options, origin());
      redirecting.value = 'success' in result && result.success.paymentPage !== null;
      return result;
    },
    unexpected: ({ plan }) => ({ key: plan === 'trial' ? 'trialFailed' : 'paymentFailed' }),
  });
}

/** The activation form of /gitl: starts a trial or a payment. */
export function createActivationStore(start: ActivationStart, options: Options) {
  /** True from the moment the address of the payment page is known until the browser shows that page. */
  const redirecting = signal(false);
  const form = createRequestForm(start, options, redirecting);
  const processing = computed(() => form.sending.value || redirecting.value);
  const filled = computed(() => isFilled(form.values.value));

  function choosePlan(id: PlanId): void {
    form.change('plan', id);
    // The result of an earlier attempt was about another plan.
    form.clearResult();
  }

  /** Returns the address of the payment page; the form stays busy until the browser shows that page. */
  async function submit(): Promise<string | null> {
    if (processing.peek()) return null;
    const submission = await form.submit();
    return submission.kind === 'sent' ? submission.success.paymentPage : null;
  }

  return {
    ...form,
    processing,
    filled,
    choosePlan,
    submit,
    /** After a success the fields of this form are not emptied, so its status is checked too. */
    canBeReplaced: () => form.status.peek() === 'sent' || form.canBeReplaced(),
    /** To be called when the browser shows the page again after Back, for example from the payment page. */
    stopRedirecting: () => {
      // The result of an earlier submission, such as a started trial, stays.
      if (!redirecting.peek()) return;
      redirecting.value = false;
      form.clearResult();
    },
  };
}

export type ActivationStore = ReturnType<typeof createActivationStore>;
