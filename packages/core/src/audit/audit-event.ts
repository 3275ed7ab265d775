import type { Caller } from '../access/caller.js';
import type { Instant, OrganizationId, TokenId, UserId } from '../values/index.js';

export type AuditAction =
  | 'organization.create'
  | 'organization.update'
  | 'organization.delete'
  | 'organization.member.set'
  | 'organization.byos_add_on.set'
  | 'repository.create'
  | 'repository.update'
  | 'repository.delete'
  | 'repository.push'
  | 'repository.push.refused'
  | 'repository.member.set'
  | 'repository.member.remove'
  | 'repository.lock.force_unlock'
  | 'storage_connection.create'
  | 'storage_connection.update'
  | 'storage_connection.test'
  | 'storage_connection.unhealthy'
  | 'storage_connection.delete'
  | 'token.create'
  | 'token.revoke';

/** Written in the same transaction as the change that it tells of. */
export interface AuditEvent {
  readonly organizationId: OrganizationId;
  readonly action: AuditAction;
  /** Undefined: whoever runs the server, at its command line. */
  readonly actorId: UserId | undefined;
  readonly actorTokenId: TokenId | undefined;
  /** The id, or the path, of what was changed. */
  readonly target: string;
  /** Undefined when the change was not asked for over the network. */
  readonly address: string | undefined;
  /** At most 512 characters. */
  readonly userAgent: string | undefined;
  readonly at: Instant;
}

export const maxUserAgentLength = 512;

export const auditEvent = (
  caller: Caller,
  organizationId: OrganizationId,
  action: AuditAction,
  target: string,
  at: Instant,
): AuditEvent => ({
  organizationId,
  action,
  actorId: caller.userId,
  actorTokenId: caller.credential.kind === 'token' ? caller.credential.tokenId : undefined,
  target,
  address: caller.origin.address,
  userAgent: caller.origin.userAgent?.slice(0, maxUserAgentLength),
  at,
});

/** The same for a change that an operator makes at the server's command line. */
export const operatorAuditEvent = (
  organizationId: OrganizationId,
  action: AuditAction,
  target: string,
  at: Instant,
): AuditEvent => ({
  organizationId,
  action,
  actorId: undefined,
  actorTokenId: undefined,
  target,
  address: undefined,
  userAgent: undefined,
  at,
});
