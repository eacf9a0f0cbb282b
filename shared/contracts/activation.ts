import { define, object, type, type Infer } from 'superstruct';
import { activationTextRules } from '../activation-text-rules.ts';
import { isLanguage, type Language } from '../languages.ts';
import { isPaidPlan, type PaidPlanId } from '../plans.ts';
import { ruledText } from './ruled-text.ts';

/** Each refinement is named after its message in `validation` of locales/<language>/extension.json. */
const machineId = ruledText(activationTextRules.machine_id);
const email = ruledText(activationTextRules.email);
const paidPlan = define<PaidPlanId>('plan', (value) => isPaidPlan(value) || { refinement: 'planRequired' });

/** The body of POST /api/trial/start. */
export const TrialRequest = object({ machine_id: machineId, email });
export type TrialRequest = Infer<typeof TrialRequest>;

/**
 * The body of a request that creates an invoice. Further fields are ignored: the price is always the server's, so a
 * price in the body changes nothing.
 */
export const InvoiceRequest = type({
  plan: paidPlan,
  machine_id: machineId,
  email,
  language: define<Language>('language', isLanguage),
});
export type InvoiceRequest = Infer<typeof InvoiceRequest>;
