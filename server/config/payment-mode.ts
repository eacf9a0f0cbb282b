import { ConfigError } from './config-error.ts';

export const paymentModes = ['off', 'sandbox', 'monobank'] as const;
export type PaymentMode = (typeof paymentModes)[number];

/** The part of the configuration that decides about payments. */
interface PaymentConfig {
  /** Null when the operator has not chosen. */
  payments: PaymentMode | null;
  publicUrl: string;
  backendUrl: string | null;
  monobankToken: string | null;
  licenceKey: string | null;
}

/**
 * How the embedded backend takes payments. Payments are never simulated by default on a public site, because visitors
 * could take them for real ones.
 */
export function paymentModeOf({ payments, publicUrl }: Pick<PaymentConfig, 'payments' | 'publicUrl'>): PaymentMode {
  return payments ?? (publicUrl.startsWith('https:') ? 'off' : 'sandbox');
}

/**
 * Whether plans can be paid for on this site. With a hosted backend this is always true; its refusals are shown to the
 * visitor.
 */
export function takesPayments(config: Pick<PaymentConfig, 'payments' | 'publicUrl' | 'backendUrl'>): boolean {
  return config.backendUrl !== null || paymentModeOf(config) !== 'off';
}

/**
 * Throws a ConfigError for payments through Monobank without a token, which every call to it needs, or on a public site
 * without a key for the licences that are sold.
 */
export function checkPayments(config: PaymentConfig): void {
  if (config.backendUrl !== null || config.payments !== 'monobank') return;
  if (!config.monobankToken) throw new ConfigError('PAYMENTS is monobank without MONOBANK_TOKEN, which it needs.');
  if (!config.licenceKey && config.publicUrl.startsWith('https:'))
    throw new ConfigError(
      'LICENCE_KEY must be set where PAYMENTS is monobank: buyers get licences that it signs; `npm run licence -- keygen licence-key.pem` makes a key.',
    );
}
