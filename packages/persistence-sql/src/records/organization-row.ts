import type { Organization } from '@svc/core';
import type { Selectable } from 'kysely';
import type { Schema } from '../schema.js';

export const organizationOf = (row: Selectable<Schema['organizations']>): Organization => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  planId: row.plan_id,
  hasByosAddOn: row.byos_add_on === 1,
  deduplicate: row.deduplicate ?? undefined,
  createdAt: row.created_at,
});
