import type { Config } from './config.ts';

export const paymentModes = ['off', 'sandbox', 'monobank'] as const;
export type PaymentMode = (typeof paymentModes)[number];

/** How the embedded backend takes payments. Nobody may be told by mistake that a payment on a public site was real. */
export function paymentModeOf({ payments, publicUrl }: Pick<Config, 'payments' | 'publicUrl'>): PaymentMode {
  return payments ?? (publicUrl.startsWith('https:') ? 'off' : 'sandbox');
}

/** Whether a plan can be paid for on this site. What a hosted backend takes is its own matter: its refusals are shown. */
export function takesPayments(config: Pick<Config, 'payments' | 'publicUrl' | 'backendUrl'>): boolean {
  return config.backendUrl !== null || paymentModeOf(config) !== 'off';
}
