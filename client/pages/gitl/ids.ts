import type { ActivationField } from './activation-rules.ts';

/** The ids that the plan cards and the activation form refer to each other by. */
export const activationFormId = 'activation';
export const planErrorId = 'activation-plan-error';

/** The id of each field, for the links in the list of errors. */
export const fieldIds = {
  plan: 'pricing',
  machine_id: 'activation-machine',
  email: 'activation-email',
} as const satisfies Record<ActivationField, string>;
