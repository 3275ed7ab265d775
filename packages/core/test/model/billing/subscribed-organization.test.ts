import { expect } from 'chai';
import { subscribedOrganization } from '../../../src/model/billing/subscribed-organization.js';
import {
  isRenewed,
  isRunning,
  type Subscription,
  type SubscriptionStatus,
  subscriptionStatuses,
} from '../../../src/model/billing/subscription.js';
import type { Organization } from '../../../src/model/organizations/organization.js';
import { type OrganizationId, trusted } from '../../../src/model/values/index.js';
import { slug } from '../../builders/world.js';

const acme: Organization = {
  id: trusted<OrganizationId>('00000000-0000-4000-8000-000000000001'),
  name: 'Acme',
  slug: slug('acme'),
  planId: 'business',
  hasByosAddOn: false,
  deduplicate: undefined,
  createdAt: 0,
};

const having = (status: SubscriptionStatus, part: Partial<Subscription> = {}): Subscription => ({
  id: 'sub_1',
  planId: 'developer',
  hasByosAddOn: false,
  status,
  currentPeriodEnd: undefined,
  cancelAt: undefined,
  ...part,
});

describe('subscribedOrganization', () => {
  const paid: readonly SubscriptionStatus[] = ['active', 'past_due'];

  for (const before of subscriptionStatuses) {
    for (const now of subscriptionStatuses) {
      it(`from ${before} to ${now}`, () => {
        const organization: Organization = { ...acme, planId: paid.includes(before) ? 'developer' : 'team' };
        const changed = subscribedOrganization(organization, { before: having(before), now: having(now) }, 'free');
        const expected =
          paid.includes(before) === paid.includes(now)
            ? undefined
            : { ...organization, planId: paid.includes(now) ? 'developer' : 'free' };
        expect(changed).to.deep.equal(expected);
      });
    }
  }

  it('gives the plan and the add-on of the subscription, and those of new organizations without one', () => {
    const change = (before: Subscription | undefined, now: Subscription | undefined) =>
      subscribedOrganization({ ...acme, planId: 'team', hasByosAddOn: true }, { before, now }, 'free');
    const full = having('active', { planId: 'team', hasByosAddOn: true });
    expect(change(undefined, undefined)).to.equal(undefined);
    expect(change(undefined, full)).to.deep.include({ planId: 'team', hasByosAddOn: true });
    expect(change(full, { ...full, hasByosAddOn: false })).to.deep.include({ planId: 'team', hasByosAddOn: false });
    expect(change(full, undefined)).to.deep.include({ planId: 'free', hasByosAddOn: false });
    expect(change(full, { ...full, id: 'sub_2', cancelAt: 5 })).to.equal(undefined);
  });

  it('leaves at its end what an operator has set beside it, and at another plan nothing of that', () => {
    const change = (part: Partial<Organization>, held: Subscription, now: Subscription | undefined) =>
      subscribedOrganization({ ...acme, ...part }, { before: held, now }, 'free');
    const held = having('active');
    const over = having('canceled');
    expect(change({ planId: 'business' }, held, over)).to.deep.include({ planId: 'business', hasByosAddOn: false });
    const given = { planId: 'developer', hasByosAddOn: true } as const;
    expect(change(given, held, over)).to.deep.include({ planId: 'free', hasByosAddOn: true });
    const full = having('active', { hasByosAddOn: true });
    expect(change({ planId: 'business', hasByosAddOn: true }, full, over)).to.deep.include({
      planId: 'business',
      hasByosAddOn: false,
    });
    expect(change({ planId: 'developer' }, full, over)).to.deep.include({ planId: 'free', hasByosAddOn: false });
    expect(change({ planId: 'business' }, held, having('active', { planId: 'team' }))).to.deep.include({ planId: 'team' });
  });
});

describe('isRunning', () => {
  it('is what is paid, late or waiting for a payment, and neither what has not begun nor what is over', () => {
    expect(subscriptionStatuses.filter((status) => isRunning(having(status)))).to.deep.equal(['active', 'past_due', 'unpaid']);
    expect(isRunning(undefined)).to.equal(false);
  });
});

describe('isRenewed', () => {
  it('is what runs and has no end', () => {
    expect(subscriptionStatuses.filter((status) => isRenewed(having(status)))).to.deep.equal(['active', 'past_due', 'unpaid']);
    expect(isRenewed(having('active', { cancelAt: 1 }))).to.equal(false);
    expect(isRenewed(undefined)).to.equal(false);
  });
});
