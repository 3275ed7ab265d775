import type { Slug } from '@svc/core';
import type { ActivityType, Instant, OrganizationId, RepositoryId, UserId } from '@svc/core/model';
import type { Generated } from 'kysely';

interface ActivityTable {
  sequence: Generated<number>;
  id: string;
  organization_id: OrganizationId;
  type: ActivityType;
  actor_id: UserId | null;
  repository_id: RepositoryId | null;
  /** As the repository was called then. */
  repository_slug: Slug | null;
  /** JSON; null for a push, which has columns of its own. */
  data: string | null;
  objects: number | null;
  bytes: number | null;
  generation: number | null;
  at: Instant;
  /** Before when another part of the push joins it. */
  open_until: Instant | null;
}

interface HiddenRepositoriesTable {
  user_id: UserId;
  repository_id: RepositoryId;
  set_by_owner: number;
}

/** What happened, and from whom a repository was hidden that is gone. */
export interface ActivityTables {
  activity: ActivityTable;
  hidden_repositories: HiddenRepositoriesTable;
}
