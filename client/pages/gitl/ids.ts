/** Names that the cards and the form of /gitl know each other by. */
export const activationFormId = 'activation';
export const planErrorId = 'activation-plan-error';

/** Where each field is, for links from the summary of errors. */
export const fieldIds = { plan: 'pricing', machine_id: 'activation-machine', email: 'activation-email' } as const;
