import { isEmail } from './email.ts';
import { isMachineId } from './machine-id.ts';
import { textRule } from './text-rule.ts';

/**
 * The rules of the texts of a trial or an invoice, for the form in the browser and for the contract that the server
 * checks. Each returns a key under `validation` in locales/<language>/extension.json.
 */
export const activationTextRules = {
  machine_id: textRule('missingMachineId', 'machineIdInvalid', isMachineId),
  email: textRule('emailRequired', 'emailInvalid', isEmail),
};
