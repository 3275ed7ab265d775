import { createStripeBillingProvider, type StripeOptions } from '@svc/billing-stripe';
import { startStripeStandIn } from '@svc/test-services/stripe';

export const secretKey = 'sk_test_wJalrXUtnFEMI7MDENG';
export const webhookSecret = 'whsec_bPxRfiCYEXAMPLEKEY';
export const prices = { developer: 'price_developer', team: 'price_team', byos_add_on: 'price_byos' };
const costs = { price_developer: 1900, price_team: 9900, price_byos: 500 };

/** The adapter before a stand-in of Stripe on a socket of its own. */
export const startStripeWorld = async (options: Partial<StripeOptions> = {}) => {
  const stripe = await startStripeStandIn({ secretKey, webhookSecret, prices: costs });
  const settings = { secretKey, webhookSecret, prices, returnUrl: 'https://svc.test/billing', apiUrl: stripe.url };
  return { stripe, settings, provider: createStripeBillingProvider({ ...settings, ...options }) };
};
