import type { ActivationField } from './activation-rules.ts';

/** The ids by which the parts of the page refer to each other. */
export const activationFormId = 'activation';
export const planErrorId = 'activation-plan-error';
/** The sentence that follows the confirmation of a trial. */
export const trialNextId = 'activation-next';

/** The id of each field, for the links in the list of errors. */
export const fieldIds = {
  plan: 'pricing',
  machine_id: 'activation-machine',
  email: 'activation-email',
} as const satisfies Record<ActivationField, string>;
