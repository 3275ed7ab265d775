export {
  type CallbackOptions,
  type Mood,
  startStripeStandIn,
  type StripeCallback,
  type StripeStandIn,
  type StripeStandInOptions,
} from './stripe-stand-in/stand-in.js';
