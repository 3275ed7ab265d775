import type { Instant } from '../model/values/index.js';
import type { Backlog } from '../ports/records/storage-queries.js';

export const backlogOf = (instants: readonly Instant[]): Backlog => ({
  count: instants.length,
  oldestAt: instants.length === 0 ? undefined : Math.min(...instants),
});
