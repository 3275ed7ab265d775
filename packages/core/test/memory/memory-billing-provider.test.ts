import { billingProviderCases, type BillingProviderHarness, runCases } from '@svc/conformance';
import { SECOND_MS } from '@svc/core/model';
import { createCountedRandom, createFixedClock, createMemoryBillingProvider } from '@svc/core/memory';

const makeHarness = async (): Promise<BillingProviderHarness> => {
  const clock = createFixedClock();
  const random = createCountedRandom();
  const prices = { developer: 1900, team: 9900, byos_add_on: 500 };
  const provider = createMemoryBillingProvider({ clock, random, prices });
  return {
    provider,
    small: createMemoryBillingProvider({ clock, random, prices: { developer: 1900 } }),
    pay: (url) => provider.pay(url),
    change: (customerId, { cancelsInSeconds, ...change }) => {
      const end = cancelsInSeconds === undefined ? {} : { cancelAt: clock.now() + cancelsInSeconds * SECOND_MS };
      provider.change(customerId, { ...change, ...end });
    },
    callback: (customerId, { id, ageSeconds = 0 }) => {
      clock.advance(-ageSeconds * SECOND_MS);
      const callback = provider.callback(customerId, id);
      clock.advance(ageSeconds * SECOND_MS);
      return callback;
    },
    setOutage: (isOut) => provider.setOutage(isOut),
    close: () => Promise.resolve(),
  };
};

describe('the billing provider in memory', () => {
  runCases(describe, it, billingProviderCases, makeHarness);
});
