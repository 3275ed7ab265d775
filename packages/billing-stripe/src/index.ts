export { createStripeBillingProvider, type StripeFault, type StripeOptions } from './stripe-billing-provider.js';
