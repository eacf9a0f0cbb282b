import { computed, signal } from '@preact/signals-react';
import { isEmail } from '#shared/email.ts';
import type { Language } from '#shared/languages.ts';
import { isMachineId } from '#shared/machine-id.ts';
import type { PlanId } from '#shared/plans.ts';
import type { Locales } from '#shared/locales.ts';
import type { ActivationApi } from '../lib/activation-api.ts';

export const fields = ['plan', 'machine_id', 'email'] as const;
export type Field = (typeof fields)[number];
export type FieldProblem = keyof Locales['extension']['validation'];
export type FieldErrors = { [Name in Field]?: FieldProblem | undefined };
export type AlertKey = keyof Locales['extension']['alerts'];

/** What a submission came to: one of our own messages, or the backend's own words. */
export type Notice = { tone: 'ok' | 'bad' } & ({ key: AlertKey } | { text: string });

/** Where the visitor pays, or what they are told. */
export interface Outcome {
  address?: string;
  notice?: Notice;
  /** What the answer says of single fields. */
  errors?: FieldErrors;
}

export interface ActivationStart {
  plan: PlanId | null;
  machineId: string;
  email: string;
  errors: FieldErrors;
  notice: Notice | null;
}

/** What sends, and reads the answers: its code comes with the first submission. */
const openCalls = () => import('./activation-calls.ts');

/** One activation form: what is chosen and typed, what is wrong with it, and what sending it came to. */
export function createActivation(api: ActivationApi, start: ActivationStart, origin = () => location.origin) {
  const plan = signal(start.plan);
  const machineId = signal(start.machineId);
  const email = signal(start.email);
  const errors = signal(start.errors);
  const notice = signal(start.notice);
  const processing = signal(false);
  // spec.md, section 5: a plan, a machine identifier and a valid e-mail open the submit button.
  const ready = computed(() => plan.value !== null && machineId.value.trim() !== '' && isEmail(email.value));

  function setError(field: Field, key: FieldProblem | undefined) {
    const { [field]: _old, ...rest } = errors.peek();
    errors.value = key ? { ...rest, [field]: key } : rest;
  }

  const findError: Record<Field, () => FieldProblem | undefined> = {
    plan: () => (plan.peek() === null ? 'planRequired' : undefined),
    machine_id: () => {
      const id = machineId.peek().trim();
      if (id === '') return 'missingMachineId';
      return isMachineId(id) ? undefined : 'machineIdInvalid';
    },
    email: () => {
      if (email.peek().trim() === '') return 'emailRequired';
      return isEmail(email.peek()) ? undefined : 'emailInvalid';
    },
  };

  function checkField(field: Field) {
    setError(field, findError[field]());
  }

  const firstError = (): Field | undefined => fields.find((field) => errors.peek()[field]);

  /** The first field that is wrong, if any. */
  function checkAll(): Field | undefined {
    fields.forEach(checkField);
    return firstError();
  }

  function choosePlan(id: PlanId) {
    plan.value = id;
    // It was said of another plan.
    notice.value = null;
    setError('plan', undefined);
  }

  function typeMachineId(value: string) {
    machineId.value = value;
    setError('machine_id', undefined);
  }

  function typeEmail(value: string) {
    email.value = value;
    setError('email', undefined);
  }

  /** Answers the address of the payment page to go to; the form stays busy until the page has been left. */
  async function submit(language: Language): Promise<string | null> {
    const id = plan.peek();
    if (processing.peek() || checkAll() || id === null) return null;
    notice.value = null;
    processing.value = true;
    const wish = { plan: id, machine_id: machineId.peek().trim(), email: email.peek().trim(), language };
    const outcome = await openCalls()
      .then(({ send }) => send(api, wish, origin()))
      .catch((): Outcome => ({ notice: { tone: 'bad', key: id === 'trial' ? 'trialFailed' : 'paymentFailed' } }));
    if (outcome.address) return outcome.address;
    notice.value = outcome.notice ?? null;
    errors.value = outcome.errors ?? {};
    processing.value = false;
    return null;
  }

  return {
    plan,
    machineId,
    email,
    errors,
    notice,
    processing,
    ready,
    choosePlan,
    typeMachineId,
    typeEmail,
    checkField,
    checkAll,
    firstError,
    submit,
    /** The visitor came back from the payment page by the Back button. */
    rest() {
      processing.value = false;
    },
  };
}

export type Activation = ReturnType<typeof createActivation>;
