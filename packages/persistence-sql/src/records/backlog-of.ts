import type { Instant } from '@svc/core/model';
import type { Backlog } from '@svc/core/ports';
import { sql } from 'kysely';

export const oldest = (column: string) => sql<Instant | null>`cast(min(${sql.ref(column)}) as bigint)`.as('oldest_at');
export const counted = sql<number>`cast(count(*) as bigint)`.as('count');

export const backlogOf = (row: { readonly count: number; readonly oldest_at: Instant | null }): Backlog => ({
  count: row.count,
  oldestAt: row.oldest_at ?? undefined,
});
