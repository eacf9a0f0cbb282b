import { activationTextRules } from '#shared/activation-text-rules.ts';
import { isEmail } from '#shared/email.ts';
import type { Locales } from '#shared/locales.ts';
import type { PlanId } from '#shared/plans.ts';
import { findTextErrors } from '#shared/text-rule.ts';
import type { FieldErrors } from '../../forms/form-fields.ts';

export interface ActivationValues {
  plan: PlanId | null;
  machine_id: string;
  email: string;
}
export const activationFields = ['plan', 'machine_id', 'email'] as const;
export type ActivationField = (typeof activationFields)[number];
export type ActivationProblem = keyof Locales['extension']['validation'];
export type ActivationErrors = FieldErrors<ActivationValues, ActivationProblem>;
export type AlertKey = keyof Locales['extension']['alerts'];
/** A message of this site, by its key, or a text of the backend. */
export type ActivationFailure = { key: AlertKey } | { text: string };

/**
 * The fields that must be filled in before the form can be sent: plan, machine identifier and a valid e-mail address.
 */
export function neededFields({ plan, machine_id, email }: ActivationValues): ActivationField[] {
  const filled: Record<ActivationField, boolean> = {
    plan: plan !== null,
    machine_id: machine_id.trim() !== '',
    email: isEmail(email),
  };
  return activationFields.filter((name) => !filled[name]);
}

/** Whether the submit button is enabled. */
export const isFilled = (values: ActivationValues): boolean => neededFields(values).length === 0;

/** The fields that break a rule, with the message key of each. */
export function findErrors(values: ActivationValues): ActivationErrors {
  const errors: ActivationErrors = findTextErrors(activationTextRules, values);
  if (values.plan === null) errors.plan = 'planRequired';
  return errors;
}
