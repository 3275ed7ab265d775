import type { Caller } from './permissions/caller.js';
import type { Instant, OrganizationId, TokenId, UserId } from './values/index.js';

export type AuditAction =
  | 'organization.create'
  | 'organization.update'
  | 'organization.delete'
  | 'organization.member.set'
  | 'organization.plan.set'
  | 'billing.customer.create'
  | 'billing.subscription.change'
  | 'billing.byos_add_on.set'
  | 'organization.member.remove'
  | 'organization.member.leave'
  | 'organization.invitation.create'
  | 'organization.invitation.renew'
  | 'organization.invitation.revoke'
  | 'organization.invitation.accept'
  | 'repository.create'
  | 'repository.update'
  | 'repository.publish'
  | 'repository.delete'
  | 'repository.push'
  | 'repository.push.refused'
  | 'repository.member.set'
  | 'repository.member.remove'
  | 'repository.invitation.create'
  | 'repository.invitation.revoke'
  | 'repository.invitation.accept'
  | 'repository.lock.force_unlock'
  | 'repository.upload.abort'
  | 'repository.recommendation.dismiss'
  | 'storage_connection.create'
  | 'storage_connection.update'
  | 'storage_connection.test'
  | 'storage_connection.unhealthy'
  | 'storage_connection.delete'
  | 'storage_group.create'
  | 'storage_group.update'
  | 'storage_group.delete'
  | 'token.create'
  | 'token.revoke'
  | 'webhook.create'
  | 'webhook.update'
  | 'webhook.delete'
  | 'webhook.disabled'
  | 'webhook.redeliver';

/** Written in the same transaction as the change that it tells of. */
export interface AuditEvent {
  readonly organizationId: OrganizationId;
  readonly action: AuditAction;
  /** Undefined: the operator, at the server's command line, or the billing provider. */
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

/** An event as the log shows it. */
export interface AuditEntry extends AuditEvent {
  /** Unique in the log, and nothing else. */
  readonly id: string;
  /** Who the actor is today; undefined for an operator. */
  readonly actor: { readonly name: string; readonly email: string | undefined } | undefined;
}

const maxUserAgentLength = 512;

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

/** The same for a change that an operator makes at the server's command line, or that the billing provider has told of. */
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
