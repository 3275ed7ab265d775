import { expect } from 'chai';
import { subscribedOrganization } from '../../../src/model/billing/subscribed-organization.js';
import {
  isRunning,
  type Subscription,
  type SubscriptionStatus,
  subscriptionStatuses,
} from '../../../src/model/billing/subscription.js';
import type { Organization } from '../../../src/model/organizations/organization.js';
import { type OrganizationId, trusted } from '../../../src/model/values/index.js';
import { slug } from '../../builders/world.js';

const organization: Organization = {
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
      subscribedOrganization(organization, { before, now }, 'team');
    const full = having('active', { planId: 'team', hasByosAddOn: true });
    expect(change(undefined, undefined)).to.equal(undefined);
    expect(change(undefined, full)).to.deep.include({ planId: 'team', hasByosAddOn: true });
    expect(change(full, { ...full, hasByosAddOn: false })).to.deep.include({ planId: 'team', hasByosAddOn: false });
    expect(change(full, undefined)).to.deep.include({ planId: 'team', hasByosAddOn: false });
    expect(change(full, { ...full, id: 'sub_2', cancelAt: 5 })).to.equal(undefined);
  });
});

describe('isRunning', () => {
  it('is what is paid, late or waiting for a payment, and neither what has not begun nor what is over', () => {
    expect(subscriptionStatuses.filter((status) => isRunning(having(status)))).to.deep.equal(['active', 'past_due', 'unpaid']);
    expect(isRunning(undefined)).to.equal(false);
  });
});
