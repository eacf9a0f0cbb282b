import { enums, number, string, type, type Infer } from 'superstruct';

/** An invoice of the embedded backend, as the sandbox's payment page shows it. `amount` is in minor units. */
export const SandboxInvoice = type({
  id: string(),
  status: enums(['created', 'failure', 'success', 'expired']),
  amount: number(),
  ccy: number(),
  destination: string(),
  email: string(),
  redirectUrl: string(),
});
export type SandboxInvoice = Infer<typeof SandboxInvoice>;
