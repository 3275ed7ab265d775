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
  | 'repository.reclaim.failing'
  | 'repository.reclaim.abandoned'
  | 'repository.object.remove'
  | 'repository.object.restore'
  | 'repository.push'
  | 'repository.push.refused'
  | 'repository.index'
  | 'repository.release.update'
  | 'repository.snapshot.create'
  | 'repository.graph_edge.create'
  | 'repository.graph_edge.delete'
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

/** An id, a text, a figure, a switch or a list. */
export type AuditValue = string | number | boolean | readonly string[];

/** What was before and what is since; the one alone of what was added, the other alone of what was taken away. */
export interface AuditChange {
  readonly old?: AuditValue | undefined;
  readonly new?: AuditValue | undefined;
}

/** What an action changed, under its name on the wire: a change, or a fact that tells of which thing it was. Never a secret. */
export type AuditDetails = Readonly<Record<string, AuditValue | AuditChange>>;

/** Written in the same transaction as the change that it tells of. */
export interface AuditEvent {
  readonly organizationId: OrganizationId;
  readonly action: AuditAction;
  /** Undefined: the operator, at the server's command line, the billing provider, or the service itself. */
  readonly actorId: UserId | undefined;
  readonly actorTokenId: TokenId | undefined;
  /** The id, or the path, of what was changed. */
  readonly target: string;
  /** What changed; empty where the action and its target say all. */
  readonly details: AuditDetails;
  /** Undefined when the change was not asked for over the network. */
  readonly address: string | undefined;
  /** At most 512 characters. */
  readonly userAgent: string | undefined;
  readonly at: Instant;
}

/** An event as the log shows it. */
export interface AuditEntry extends AuditEvent {
  /** Unique in the log of the organization. It says nothing of what others do. */
  readonly id: string;
  /** Who the actor is today; undefined for an operator. */
  readonly actor: { readonly name: string; readonly email: string | undefined } | undefined;
}

type Facts = Readonly<Record<string, AuditValue | undefined>>;

const isSame = (left: AuditValue | undefined, right: AuditValue | undefined): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** What differs, with what was before and what is since. Of what is new there is nothing before, and of what is gone nothing since. */
export const auditChanges = (before: Facts, after: Facts): AuditDetails => {
  const details: Record<string, AuditChange> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [former, present] = [before[name], after[name]];
    if (isSame(former, present)) continue;
    details[name] = {
      ...(former !== undefined && { old: former }),
      ...(present !== undefined && { new: present }),
    };
  }
  return details;
};

/** What an event is about and what is known of it. */
export const auditFacts = (facts: Facts): AuditDetails => {
  const details: Record<string, AuditValue> = {};
  for (const [name, value] of Object.entries(facts)) if (value !== undefined) details[name] = value;
  return details;
};

const maxUserAgentLength = 512;

export const auditEvent = (
  caller: Caller,
  organizationId: OrganizationId,
  action: AuditAction,
  target: string,
  at: Instant,
  details: AuditDetails = {},
): AuditEvent => ({
  organizationId,
  action,
  actorId: caller.userId,
  actorTokenId: caller.credential.kind === 'token' ? caller.credential.tokenId : undefined,
  target,
  details,
  address: caller.origin.address,
  userAgent: caller.origin.userAgent?.slice(0, maxUserAgentLength),
  at,
});

/** The same for a change that an operator makes at the server's command line, that the billing provider has told of, or that the service makes by itself. */
export const operatorAuditEvent = (
  organizationId: OrganizationId,
  action: AuditAction,
  target: string,
  at: Instant,
  details: AuditDetails = {},
): AuditEvent => ({
  organizationId,
  action,
  actorId: undefined,
  actorTokenId: undefined,
  target,
  details,
  address: undefined,
  userAgent: undefined,
  at,
});
