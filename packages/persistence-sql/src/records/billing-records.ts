import type { BillingAccount, Subscription } from '@svc/core/model';
import type { BillingQueries, BillingRecords } from '@svc/core/ports';
import type { Selectable } from 'kysely';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';

type Row = Selectable<Schema['billing_accounts']>;

const subscriptionOf = (row: Row): Subscription | undefined => {
  const { subscription_id: id, plan_id: planId, status } = row;
  if (id === null || planId === null || status === null) return undefined;
  return {
    id,
    planId,
    hasByosAddOn: row.byos_add_on === 1,
    status,
    currentPeriodEnd: row.current_period_end ?? undefined,
    cancelAt: row.cancel_at ?? undefined,
  };
};

const accountOf = (row: Row): BillingAccount => ({
  organizationId: row.organization_id,
  customerId: row.customer_id,
  subscription: subscriptionOf(row),
  revision: row.revision,
});

const subscriptionColumns = (subscription: Subscription | undefined) => ({
  subscription_id: subscription?.id ?? null,
  plan_id: subscription?.planId ?? null,
  byos_add_on: subscription?.hasByosAddOn === true ? 1 : 0,
  status: subscription?.status ?? null,
  current_period_end: subscription?.currentPeriodEnd ?? null,
  cancel_at: subscription?.cancelAt ?? null,
});

export const billingQueries = ({ db }: SqlSource): BillingQueries => ({
  find: async (organizationId) => {
    const accounts = db.selectFrom('billing_accounts').selectAll();
    const row = await accounts.where('organization_id', '=', organizationId).executeTakeFirst();
    return row && accountOf(row);
  },
  findByCustomer: async (customerId) => {
    const accounts = db.selectFrom('billing_accounts').selectAll();
    const row = await accounts.where('customer_id', '=', customerId).executeTakeFirst();
    return row && accountOf(row);
  },
  hasEvent: async (eventId) => {
    const row = await db.selectFrom('billing_events').select('id').where('id', '=', eventId).executeTakeFirst();
    return row !== undefined;
  },
});

export const billingRecords = (source: SqlSource): BillingRecords => {
  const { db } = source;
  return {
    add: async ({ organizationId, customerId, subscription }) => {
      const added = await db
        .insertInto('billing_accounts')
        .values({
          organization_id: organizationId,
          customer_id: customerId,
          ...subscriptionColumns(subscription),
          revision: 1,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('organization_id')
        .execute();
      return added.length > 0;
    },
    replace: async ({ organizationId, customerId, subscription, revision }) => {
      const replaced = await db
        .updateTable('billing_accounts')
        .set({ customer_id: customerId, ...subscriptionColumns(subscription), revision })
        .where('organization_id', '=', organizationId)
        .where('revision', '=', revision - 1)
        .returning('organization_id')
        .execute();
      return replaced.length > 0;
    },
    addEvent: async (eventId, at) => {
      const added = await db
        .insertInto('billing_events')
        .values({ id: eventId, at })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute();
      return added.length > 0;
    },
    removeEventsOlder: async (appliedBefore) => {
      await db.deleteFrom('billing_events').where('at', '<', appliedBefore).execute();
    },
    ...billingQueries(source),
  };
};
