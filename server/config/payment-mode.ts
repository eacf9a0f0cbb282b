import { ConfigError } from './config-error.ts';

export const paymentModes = ['off', 'sandbox', 'monobank'] as const;
export type PaymentMode = (typeof paymentModes)[number];

/** The part of the configuration that decides about payments. */
interface PaymentConfig {
  /** Null where the operator has not chosen. */
  payments: PaymentMode | null;
  publicUrl: string;
  backendUrl: string | null;
  monobankToken: string | null;
  licenceKey: string | null;
}

/** How the embedded backend takes payments. Nobody may be told by mistake that a payment on a public site was real. */
export function paymentModeOf({ payments, publicUrl }: Pick<PaymentConfig, 'payments' | 'publicUrl'>): PaymentMode {
  return payments ?? (publicUrl.startsWith('https:') ? 'off' : 'sandbox');
}

/** Whether a plan can be paid for on this site. What a hosted backend takes is its own matter: its refusals are shown. */
export function takesPayments(config: Pick<PaymentConfig, 'payments' | 'publicUrl' | 'backendUrl'>): boolean {
  return config.backendUrl !== null || paymentModeOf(config) !== 'off';
}

/** Throws a ConfigError for a site that would take money without learning who has paid, or without a key for licences. */
export function checkPayments(config: PaymentConfig): void {
  if (config.backendUrl !== null || config.payments !== 'monobank') return;
  if (!config.monobankToken)
    throw new ConfigError('PAYMENTS is monobank without MONOBANK_TOKEN: set both, or neither.');
  if (!config.licenceKey && config.publicUrl.startsWith('https:'))
    throw new ConfigError(
      'LICENCE_KEY must be set where PAYMENTS is monobank: buyers get licences that it signs; `npm run licence -- keygen licence-key.pem` makes a key.',
    );
}
