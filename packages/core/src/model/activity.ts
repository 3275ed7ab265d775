import { type Instant, MINUTE_MS, type OrganizationId, type RepositoryId, type Slug, type UserId } from './values/index.js';

export const repositoryActivityTypes = [
  'repository.created',
  'repository.updated',
  'repository.deleted',
  'repository.push',
] as const;
const memberActivityTypes = ['organization.updated', 'member.joined', 'member.left', 'member.role_changed'] as const;
export const tokenActivityTypes = ['token.created', 'token.revoked'] as const;

export const activityTypes = [...repositoryActivityTypes, ...memberActivityTypes, ...tokenActivityTypes] as const;
/** What is worth telling everybody who works in an organization. The whole truth, with addresses, is the audit log's. */
export type ActivityType = (typeof activityTypes)[number];

/** Something that has happened in an organization, written in the same transaction as the change itself. */
export interface ActivityEvent {
  readonly type: ActivityType;
  readonly organizationId: OrganizationId;
  /** Undefined: the operator, at the server's command line. */
  readonly actorId: UserId | undefined;
  /** What it is about; who may not know of that repository does not see the event. */
  readonly repositoryId: RepositoryId | undefined;
  /** By the names of the wire. */
  readonly data: Readonly<Record<string, string | number>>;
  readonly at: Instant;
}

/** Objects that became visible in a repository together. */
export interface Push {
  readonly organizationId: OrganizationId;
  readonly repositoryId: RepositoryId;
  readonly actorId: UserId;
  /** How many objects the repository did not have before. */
  readonly objects: number;
  /** What these add to what the organization occupies. */
  readonly bytes: number;
  readonly generation: number;
  readonly at: Instant;
}

/** How long after the last object of a push that came one by one the next object begins another push. */
export const pushGapMs = 10 * MINUTE_MS;

/** An event as it is shown: `repository` and `actor` as they are called now, a repository that is gone as it was called then. */
export interface Activity extends Pick<ActivityEvent, 'type' | 'data' | 'at'> {
  /** Unique in the organization. It says nothing of what others do. */
  readonly id: string;
  readonly actor: { readonly id: UserId; readonly name: string } | undefined;
  readonly repository: { readonly id: RepositoryId; readonly slug: Slug } | undefined;
}

export const maxActivityLimit = 200;
export const defaultActivityLimit = 50;
export const maxActivitySkip = 10_000;
