import { invariant } from '../../model/app-error.js';
import type { BillingQueries, BillingRecords } from '../../ports/records/billing-records.js';
import type { DraftTables, ReadableTables } from '../tables.js';

export const billingQueries = (tables: ReadableTables): BillingQueries => ({
  find: async (organizationId) => tables.billingAccounts.get(organizationId),
  findByCustomer: async (customerId) => tables.billingAccounts.where((account) => account.customerId === customerId)[0],
  hasEvent: async (eventId) => tables.billingEvents.get(eventId) !== undefined,
});

export const billingRecords = (tables: DraftTables): BillingRecords => {
  const queries = billingQueries(tables);
  return {
    ...queries,
    add: async (account) => {
      const { organizationId, customerId } = account;
      invariant(tables.organizations.get(organizationId) !== undefined, 'a billing account belongs to an organization');
      if (tables.billingAccounts.get(organizationId) !== undefined) return false;
      if ((await queries.findByCustomer(customerId)) !== undefined) return false;
      tables.billingAccounts.put(organizationId, { ...account, revision: 1 });
      return true;
    },
    replace: async (account) => {
      const known = tables.billingAccounts.get(account.organizationId);
      if (known?.revision !== account.revision - 1) return false;
      tables.billingAccounts.put(account.organizationId, account);
      return true;
    },
    addEvent: async (eventId, at) => {
      if (tables.billingEvents.get(eventId) !== undefined) return false;
      tables.billingEvents.put(eventId, { at });
      return true;
    },
    removeEventsOlder: async (appliedBefore) => tables.billingEvents.removeWhere(({ at }) => at < appliedBefore),
  };
};
