import { billingProviderCases, type BillingProviderHarness, runCases } from '@svc/conformance';
import { SECOND_MS } from '@svc/core/model';
import { createCountedRandom, createFixedClock, createMemoryBillingProvider } from '@svc/core/memory';
import { expect } from 'chai';

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

  it('takes nothing that is no event, although it is signed, and an event of no customer', async () => {
    const prices = { developer: 1900 };
    const provider = createMemoryBillingProvider({ clock: createFixedClock(), random: createCountedRandom(), prices });
    const read = async (text: string) => {
      const { body, signature } = provider.sign(new TextEncoder().encode(text));
      return (await provider.readEvent(body, signature)).unwrapOr(undefined);
    };
    for (const text of ['', 'no JSON', 'null', '5', '{}', '{"id":5}']) expect(await read(text), text).to.equal(undefined);
    for (const text of ['{"id":"evt_1"}', '{"id":"evt_1","customer":null}'])
      expect(await read(text), text).to.deep.equal({ id: 'evt_1', customerId: undefined });
  });
});
