import { expect } from 'chai';
import { errAsync, ResultAsync } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { createCountedRandom } from '../../../src/memory/counted-random.js';
import { createMemoryBillingProvider } from '../../../src/memory/memory-billing-provider.js';
import { unavailable } from '../../../src/model/app-error.js';
import type { BillingProvider } from '../../../src/ports/billing-provider.js';
import { createOrganization, organizationGrant } from '../../builders/organization-setting.js';
import { createWorld, errorOf, valueOf } from '../../builders/world.js';

/** An organization that has been to a checkout, and how its billing is read from a provider that is like another one but for some answers. */
const setting = async () => {
  const world = createWorld('free');
  const provider = createMemoryBillingProvider({ clock: world.clock, random: createCountedRandom(3), prices: { team: 99 } });
  const applicationWith = (answers: Partial<BillingProvider>) =>
    createApplication({ ...world.ports, billingProvider: { ...provider, ...answers } });
  const owner = await world.signIn('owner@svc.test');
  const { id } = await createOrganization(world, owner, 'Acme');
  const update = await organizationGrant(world, owner, id, 'billing.update');
  valueOf(await applicationWith({}).billing.openCheckout(update, { planId: 'team' }));
  const grant = await organizationGrant(world, owner, id, 'billing.read');
  return { world, read: (answers: Partial<BillingProvider>) => applicationWith(answers).billing.get(grant) };
};

describe('getBilling', () => {
  it('waits for the provider as long as it says something within ten seconds, and no longer', async () => {
    const { world, read } = await setting();
    expect(valueOf(await read({}))).to.include({ preview: undefined, hasCustomer: true });
    const silent = { invoicesOf: () => new ResultAsync<never, never>(new Promise(() => {})) };
    let isAnswered = false;
    const reading = read(silent);
    void reading.then(() => (isAnswered = true));
    await new Promise(setImmediate);
    world.clock.advance(9999);
    await new Promise(setImmediate);
    expect(isAnswered).to.equal(false);
    world.clock.advance(1);
    expect(errorOf(await reading)).to.deep.equal(unavailable('billing_provider'));
  });

  it('is what the provider says of itself when that comes first', async () => {
    const { read } = await setting();
    const error = unavailable('billing_provider', 7);
    expect(errorOf(await read({ previewInvoice: () => errAsync(error) }))).to.deep.equal(error);
  });
});
