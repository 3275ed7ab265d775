import { type BillingAccount, type OrganizationId, paidPlanIds, type Subscription, subscriptionStatuses } from '@svc/core/model';
import { expect } from 'chai';
import { builtAt, uniqueId } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedOrganization } from './stored.js';

const aSubscription = (part: Partial<Subscription> = {}): Subscription => ({
  id: `sub_${uniqueId()}`,
  planId: 'developer',
  hasByosAddOn: true,
  status: 'active',
  currentPeriodEnd: builtAt + 5,
  cancelAt: builtAt + 7,
  ...part,
});

const anAccount = (organizationId: OrganizationId, part: Partial<BillingAccount> = {}): BillingAccount => ({
  organizationId,
  customerId: `cus_${uniqueId()}`,
  subscription: undefined,
  revision: 1,
  ...part,
});

const storedAccount = async (harness: UnitOfWorkHarness, part: Partial<BillingAccount> = {}): Promise<BillingAccount> => {
  const account = anAccount((await storedOrganization(harness)).id, part);
  expect(await commit(harness, (records) => records.billing.add(account))).to.equal(true);
  return account;
};

const find = (harness: UnitOfWorkHarness, { organizationId }: BillingAccount) =>
  ask(harness, (queries) => queries.billing.find(organizationId));

export const billingCases: readonly UnitOfWorkCase[] = [
  {
    title: 'an account comes back as it was added, by its organization and by its customer',
    run: async (harness) => {
      for (const subscription of [undefined, aSubscription()]) {
        const account = await storedAccount(harness, { subscription });
        expect(await find(harness, account)).to.deep.equal(account);
        expect(await ask(harness, ({ billing }) => billing.findByCustomer(account.customerId))).to.deep.equal(account);
      }
      const { id } = await storedOrganization(harness);
      expect(await ask(harness, ({ billing }) => billing.find(id))).to.equal(undefined);
      expect(await ask(harness, ({ billing }) => billing.findByCustomer('cus_nobody'))).to.equal(undefined);
    },
  },
  {
    title: 'an organization has one account, and a customer one organization',
    run: async (harness) => {
      const account = await storedAccount(harness);
      const { id: otherId } = await storedOrganization(harness);
      const add = (other: BillingAccount) => commit(harness, (records) => records.billing.add(other));
      expect(await add(anAccount(account.organizationId))).to.equal(false);
      expect(await add(anAccount(otherId, { customerId: account.customerId }))).to.equal(false);
      expect(await find(harness, account)).to.deep.equal(account);
      expect(await add(anAccount(otherId))).to.equal(true);
    },
  },
  {
    title: 'every state of a subscription is kept, so is that there is none any more, and a new customer',
    run: async (harness) => {
      const account = await storedAccount(harness);
      const bare = { hasByosAddOn: false, currentPeriodEnd: undefined, cancelAt: undefined };
      const states = [
        ...subscriptionStatuses.map((status) => aSubscription({ status })),
        ...paidPlanIds.map((planId) => aSubscription({ planId, ...bare })),
        undefined,
      ];
      let revision = account.revision;
      for (const subscription of states) {
        const changed = { ...account, subscription, revision: (revision += 1) };
        expect(await commit(harness, (records) => records.billing.replace(changed))).to.equal(true);
        expect(await find(harness, account)).to.deep.equal(changed);
      }
      const renewed = { ...account, customerId: `cus_${uniqueId()}`, subscription: undefined, revision: revision + 1 };
      expect(await commit(harness, (records) => records.billing.replace(renewed))).to.equal(true);
      expect(await ask(harness, ({ billing }) => billing.findByCustomer(renewed.customerId))).to.deep.equal(renewed);
      expect(await ask(harness, ({ billing }) => billing.findByCustomer(account.customerId))).to.equal(undefined);
    },
  },
  {
    title: 'of 50 changes of one revision of an account at once one is written',
    run: async (harness) => {
      const account = await storedAccount(harness);
      const outcomes = await together(50, (index) => {
        const subscription = aSubscription({ currentPeriodEnd: builtAt + index });
        return commit(harness, (records) => records.billing.replace({ ...account, subscription, revision: 2 }));
      });
      expect(outcomes.filter(Boolean)).to.have.length(1);
      expect((await find(harness, account))?.subscription?.currentPeriodEnd).to.equal(builtAt + outcomes.indexOf(true));
      for (const revision of [1, 2, 4]) {
        expect(await commit(harness, (records) => records.billing.replace({ ...account, revision }))).to.equal(false);
      }
    },
  },
  {
    title: 'of 50 who apply one event at once one does, and it is known until it is forgotten',
    run: async (harness) => {
      const eventId = `evt_${uniqueId()}`;
      const isKnown = () => ask(harness, (queries) => queries.billing.hasEvent(eventId));
      const forget = (at: number) => commit(harness, (records) => records.billing.removeEventsOlder(at));
      expect(await isKnown()).to.equal(false);
      const added = await together(50, () => commit(harness, (records) => records.billing.addEvent(eventId, builtAt)));
      expect(added.filter(Boolean)).to.have.length(1);
      await forget(builtAt);
      expect(await isKnown()).to.equal(true);
      await forget(builtAt + 1);
      expect(await isKnown()).to.equal(false);
    },
  },
  {
    title: 'an account goes with its organization',
    run: async (harness) => {
      const account = await storedAccount(harness);
      const other = await storedAccount(harness);
      await commit(harness, (records) => records.organizations.remove(account.organizationId));
      expect(await find(harness, account)).to.equal(undefined);
      expect(await find(harness, other)).to.deep.equal(other);
    },
  },
];
