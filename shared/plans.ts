import { keysOf } from './keys-of.ts';
import { languages, type Language } from './languages.ts';

/**
 * The plans in the order of the page. Names of texts are keys of the area `extension`; prices are in USD and UAH. A plan
 * that is not sold any more stays here with `available: false`, because licences and orders name it.
 */
export const plans = [
  {
    id: 'trial',
    name: 'plans.items.trial.name',
    duration: 'plans.items.trial.duration',
    price: 0,
    priceUAH: 0,
    originalPrice: null,
    originalPriceUAH: null,
    badge: null,
    features: [
      'plans.items.trial.features.first',
      'plans.items.trial.features.second',
      'plans.items.trial.features.third',
      'plans.items.trial.features.fourth',
    ],
    popular: false,
    available: true,
  },
  {
    id: 'monthly',
    name: 'plans.items.monthly.name',
    duration: 'plans.items.monthly.duration',
    price: 2,
    priceUAH: 80,
    originalPrice: null,
    originalPriceUAH: null,
    badge: 'plans.popular',
    features: [
      'plans.items.monthly.features.first',
      'plans.items.monthly.features.second',
      'plans.items.monthly.features.third',
      'plans.items.monthly.features.fourth',
    ],
    popular: true,
    available: true,
  },
  {
    id: 'yearly',
    name: 'plans.items.yearly.name',
    duration: 'plans.items.yearly.duration',
    price: 20,
    priceUAH: 800,
    originalPrice: 25,
    originalPriceUAH: 1000,
    badge: null,
    features: [
      'plans.items.yearly.features.first',
      'plans.items.yearly.features.second',
      'plans.items.yearly.features.third',
      'plans.items.yearly.features.fourth',
    ],
    popular: false,
    available: true,
  },
] as const;

export type Plan = (typeof plans)[number];
export type PlanId = Plan['id'];
export type PaidPlanId = Exclude<PlanId, 'trial'>;

/** The plan with an id; null for any other value. */
export function findPlan(id: unknown): Plan | null {
  return plans.find((plan) => plan.id === id) ?? null;
}

export function isPaidPlan(id: unknown): id is PaidPlanId {
  return id !== 'trial' && findPlan(id) !== null;
}

/** ISO 4217 numbers. No language pays in euros; the backend accepts them. */
export const currencyCodes = { USD: 840, UAH: 980, EUR: 978 } as const;
export type Currency = keyof typeof currencyCodes;

/** The currency of an ISO 4217 number; undefined for a currency that is not used here. */
export function currencyOf(code: number): Currency | undefined {
  return keysOf(currencyCodes).find((name) => currencyCodes[name] === code);
}

/** The ISO 4217 number of the currency in which buyers who read a language pay. */
export function currencyCode(language: Language): (typeof currencyCodes)[Currency] {
  return currencyCodes[languages[language].currency];
}

/** How long an invoice can be paid: one hour. */
export const invoiceValiditySeconds = 3600;

/** In USD and UAH. */
type Prices = Record<'price' | 'priceUAH', number>;

/** The price in major units of the currency of a language; 0 for the trial. */
export function priceOf(plan: Prices, language: Language): number {
  return language === 'ua' ? plan.priceUAH : plan.price;
}

/** The price before a discount; null for a plan without one. */
export function originalPriceOf(plan: Plan, language: Language): number | null {
  return language === 'ua' ? plan.originalPriceUAH : plan.originalPrice;
}

/** How much a discounted plan saves, in major units; 0 without a discount. */
export function savingsOf(plan: Plan, language: Language): number {
  const original = originalPriceOf(plan, language);
  return original === null ? 0 : original - priceOf(plan, language);
}

/** The price in minor units, cents or kopiykas. Rounded, because a price in decimals times 100 may have a fraction. */
export function amountOf(plan: Prices, language: Language): number {
  return Math.round(priceOf(plan, language) * 100);
}

const units = { trial: 'licence', monthly: 'month', yearly: 'year' } as const;

/** The unit of the plan in a payment basket: a key of `extension.units`. */
export function unitOf(plan: Plan): 'month' | 'year' | 'licence' {
  return units[plan.id];
}
