import { enums, number, string, type, type Infer } from 'superstruct';

/** What the embedded backend tells of an invoice to the sandbox's payment page. */
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
