import { err, errAsync, ok, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import { secretSha256 } from '../../access/secret-sha256.js';
import { newTokenSecret } from '../../access/token-secret.js';
import {
  type BadRequest,
  badRequest,
  type Forbidden,
  type NotFound,
  notFound,
  type QuotaExceeded,
  type Unavailable,
} from '../../model/app-error.js';
import { auditChanges, auditEvent } from '../../model/audit-event.js';
import type { Caller } from '../../model/permissions/caller.js';
import { decideRepositoryAccess } from '../../model/permissions/decide-access.js';
import { type TokenScope, tokenScopes } from '../../model/permissions/token-scope.js';
import { exceedsCount } from '../../model/quotas/count-limit.js';
import { limitsOf } from '../../model/quotas/limits.js';
import { plans } from '../../model/quotas/plan.js';
import { type ApiToken, maxTokenLifetimeDays, type TokenKind } from '../../model/api-token.js';
import { DAY_MS, type Instant, type OrganizationId, type RepositoryId, type TokenId, trusted } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import type { RepositoryAccess } from '../../ports/records/access-queries.js';
import { tokenDetails } from './token-details.js';

export interface CreateToken {
  readonly name: string;
  readonly kind: TokenKind;
  readonly scopes: readonly TokenScope[];
  readonly repositoryId?: RepositoryId | undefined;
  /** A whole number from 1 to `maxTokenLifetimeDays`; omitted, the token does not expire. */
  readonly expiresInDays?: number | undefined;
}

export interface CreatedToken {
  readonly token: ApiToken;
  /** Shown this once; only its hash is kept. */
  readonly secret: string;
}

type Problem = BadRequest | NotFound | Forbidden | QuotaExceeded;
type CreatePorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'settings'>;

const isLifetime = (days: number): boolean => Number.isInteger(days) && days >= 1 && days <= maxTokenLifetimeDays;

/** Refuses a token that could reach nothing, a lifetime that is none, and a binding to a repository where the kind has none, or none where it has one (spec 2.5). */
export const refusedToken = ({ kind, scopes, repositoryId, expiresInDays }: CreateToken): BadRequest | undefined => {
  if (scopes.length === 0) return badRequest('scopes', 'missing');
  if (expiresInDays !== undefined && !isLifetime(expiresInDays)) return badRequest('expires_in_days', 'out_of_range');
  if (kind === 'REPO') return repositoryId === undefined ? badRequest('repository_id', 'missing') : undefined;
  return repositoryId === undefined ? undefined : badRequest('repository_id', 'contradictory');
};

/** A token is bound only to a repository of its organization which its maker may pull; of any other its maker learns nothing. */
const mayBind = (access: RepositoryAccess | undefined, organizationId: OrganizationId, maker: Caller): boolean =>
  access?.organizationId === organizationId && decideRepositoryAccess(access, maker.credential).held.has('repository.pull');

const newToken = (ports: CreatePorts, maker: Caller, organizationId: OrganizationId, command: CreateToken): ApiToken => {
  const now = ports.clock.now();
  return {
    id: trusted<TokenId>(ports.random.uuid()),
    organizationId,
    userId: maker.userId,
    name: command.name,
    kind: command.kind,
    scopes: tokenScopes.filter((scope) => command.scopes.includes(scope)),
    repositoryId: command.repositoryId,
    createdAt: now,
    expiresAt: command.expiresInDays === undefined ? undefined : now + command.expiresInDays * DAY_MS,
  };
};

/** On every plan. Tokens that have expired stay in the list for as long as there is room. */
const exceedsRows = async (
  { tokens }: Records,
  organizationId: OrganizationId,
  limit: number,
  now: Instant,
): Promise<QuotaExceeded | undefined> => {
  const exceeded = exceedsCount('max_tokens', limit, await tokens.countAll(organizationId));
  return exceeded && exceedsCount('max_tokens', limit, await tokens.removeExpired(organizationId, now));
};

export const createToken =
  (ports: CreatePorts) =>
  (grant: OrganizationGrant<'tokens.create'>, command: CreateToken): ResultAsync<CreatedToken, Problem | Unavailable> => {
    const refused = refusedToken(command);
    if (refused !== undefined) return errAsync(refused);
    return withLockedOrganization(ports, grant, async (records, { caller, organization }) => {
      const { id: organizationId, planId } = organization;
      const { repositoryId } = command;
      if (repositoryId !== undefined) {
        const access = await records.access.ofRepository(caller.userId, repositoryId);
        if (!mayBind(access, organizationId, caller)) return err(notFound);
      }
      const token = newToken(ports, caller, organizationId, command);
      const current = await records.tokens.countActive(organizationId, token.createdAt);
      const exceeded =
        exceedsCount('max_tokens', plans[planId].maxTokens, current) ??
        (await exceedsRows(records, organizationId, limitsOf(ports.settings).tokensPerOrganization, token.createdAt));
      if (exceeded !== undefined) return err(exceeded);
      const secret = newTokenSecret(token.kind, ports.random);
      await records.tokens.add(token, secretSha256(secret));
      const details = auditChanges({}, { ...tokenDetails(token), expires_in_days: command.expiresInDays });
      await records.audit.append(auditEvent(caller, organizationId, 'token.create', token.id, token.createdAt, details));
      await records.activity.append({
        type: 'token.created',
        organizationId,
        actorId: caller.userId,
        repositoryId,
        data: { token_id: token.id, name: token.name, kind: token.kind },
        at: token.createdAt,
      });
      return ok({ token, secret });
    });
  };
