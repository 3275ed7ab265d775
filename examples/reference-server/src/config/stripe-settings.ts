import { z } from 'zod';
import { httpUrl } from './setting.js';

/** How the server reaches Stripe, and what it sells there. The secrets are never logged. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Where browsers come back to. */
  readonly returnUrl: string;
  /** Undefined: Stripe itself. */
  readonly apiUrl: string | undefined;
  /** What has no price is not sold. The first of several is sold; the others are known by what was bought earlier. */
  readonly prices: {
    readonly developer: readonly string[] | undefined;
    readonly team: readonly string[] | undefined;
    readonly byos_add_on: readonly string[] | undefined;
  };
}

const priceIds = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .refine(
    (ids) => ids.every((id) => /^[A-Za-z0-9_]{1,255}$/.test(id)),
    'must be the id of a price, such as price_1Abc, or several, separated by commas',
  )
  .optional();

export const stripeShape = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_[A-Za-z0-9_]{8,250}$/, 'must be a secret key (sk_...) or a restricted one (rk_...)')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/=_-]{8,250}$/, 'must be the signing secret of an endpoint (whsec_...)')
    .optional(),
  STRIPE_PRICE_DEVELOPER: priceIds,
  STRIPE_PRICE_TEAM: priceIds,
  STRIPE_PRICE_BYOS_ADDON: priceIds,
  STRIPE_RETURN_URL: httpUrl.optional(),
  STRIPE_API_URL: httpUrl.optional(),
};

type GivenStripe = z.output<z.ZodObject<typeof stripeShape>>;
type StripeName = keyof typeof stripeShape;

interface Problem {
  readonly setting: StripeName;
  readonly problem: string;
}

const needed = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const names: readonly StripeName[] = [
  ...needed,
  'STRIPE_PRICE_DEVELOPER',
  'STRIPE_PRICE_TEAM',
  'STRIPE_PRICE_BYOS_ADDON',
  'STRIPE_RETURN_URL',
  'STRIPE_API_URL',
];
const priceNames = ['STRIPE_PRICE_DEVELOPER', 'STRIPE_PRICE_TEAM', 'STRIPE_PRICE_BYOS_ADDON'] as const;

/** Half of it would take money and never hear of it, or hear and not be able to ask. */
export const missingForStripe = (given: GivenStripe): readonly Problem[] => {
  const present = names.find((name) => given[name] !== undefined);
  if (present === undefined) return [];
  return needed
    .filter((name) => given[name] === undefined)
    .map((setting) => ({ setting, problem: `must be set too when ${present} is` }));
};

/** One price cannot stand for two things: which one was bought could not be told. */
export const contradictoryForStripe = (given: GivenStripe): readonly Problem[] =>
  priceNames
    .filter((name, at) => given[name]?.some((id) => priceNames.slice(0, at).some((other) => given[other]?.includes(id))))
    .map((setting) => ({ setting, problem: 'must be another price than the others' }));

export const stripeSettingsOf = (given: GivenStripe, baseUrl: string): StripeSettings | undefined => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = given;
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  return {
    secretKey,
    webhookSecret,
    returnUrl: given.STRIPE_RETURN_URL ?? baseUrl,
    apiUrl: given.STRIPE_API_URL,
    prices: {
      developer: given.STRIPE_PRICE_DEVELOPER,
      team: given.STRIPE_PRICE_TEAM,
      byos_add_on: given.STRIPE_PRICE_BYOS_ADDON,
    },
  };
};
