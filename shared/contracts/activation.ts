import { define, object, refine, string, type, type Infer, type Struct } from 'superstruct';
import { isEmail } from '../email.ts';
import { isLanguage, type Language } from '../languages.ts';
import { isMachineId } from '../machine-id.ts';
import { isPaidPlan, type PaidPlanId } from '../plans.ts';

const filled = (key: string) => refine(string(), key, (value) => value.trim() !== '');

/** Each refinement is named after its message in extension.validation. */
const machineId = refine(filled('missingMachineId'), 'machineIdInvalid', isMachineId);
const email = refine(filled('emailRequired'), 'emailInvalid', isEmail);
const paidPlan = refine(string(), 'planRequired', isPaidPlan) as unknown as Struct<PaidPlanId, null>;

/** POST /api/trial/start (spec.md, section 7). */
export const TrialRequest = object({ machine_id: machineId, email });
export type TrialRequest = Infer<typeof TrialRequest>;

/**
 * What the browser says of a purchase, and all that is read of it: the price is the server's, so a price that somebody
 * sends along changes nothing.
 */
export const InvoiceRequest = type({
  plan: paidPlan,
  machine_id: machineId,
  email,
  language: define<Language>('language', isLanguage),
});
export type InvoiceRequest = Infer<typeof InvoiceRequest>;
