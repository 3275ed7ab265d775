import type { ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import type { Unavailable } from '../../model/app-error.js';
import { decideOrganizationAccess } from '../../model/permissions/decide-access.js';
import type { OrganizationPermission } from '../../model/permissions/permission.js';
import { plans } from '../../model/quotas/plan.js';
import {
  longLivedTokenMs,
  nearStorageLimit,
  tokensWithoutExpiry,
  unhealthyConnections,
} from '../../model/recommendations/organization-rules.js';
import { bySeverity, type Recommendation } from '../../model/recommendations/recommendation.js';
import { staleSessionMs, staleUploadSessions } from '../../model/recommendations/repository-rules.js';
import type { Instant } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';
import { ofContent } from './recommend-of-repository.js';
import { withoutDismissed } from './without-dismissed.js';

/** How much is looked at, so that an answer costs the same for every organization. */
const maxRepositories = 10;
const maxSessions = 100;
const maxConnections = 100;

type Grant = OrganizationGrant<'usage.read'>;

/** What the caller may do besides. */
const heldBy = ({ caller, organization, role }: Grant): ReadonlySet<OrganizationPermission> =>
  decideOrganizationAccess({ organizationId: organization.id, role }, caller.credential).held;

const forRepositories = async (
  queries: Queries,
  { organization, caller }: Grant,
  now: Instant,
): Promise<readonly Recommendation[]> => {
  const { recommendations } = queries;
  const when = { now, openedBefore: now - staleSessionMs };
  const sessions = await recommendations.staleSessions(organization.id, caller.userId, when, maxSessions);
  const repositories = await recommendations.largestRepositories(organization.id, caller.userId, maxRepositories);
  const found = [...staleUploadSessions(sessions)];
  for (const repository of repositories) found.push(...(await ofContent(queries, repository, now)));
  return withoutDismissed(queries, found, now);
};

export const recommend =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (grant: Grant): ResultAsync<readonly Recommendation[], Unavailable> => {
    const { id, planId } = grant.organization;
    const held = heldBy(grant);
    const now = clock.now();
    return unitOfWork.read(async (queries) => {
      const connections = held.has('storage.read') ? (await queries.connections.list(id, { limit: maxConnections })).items : [];
      const endless = held.has('tokens.create')
        ? await queries.recommendations.countEndlessTokens(id, now - longLivedTokenMs)
        : 0;
      return bySeverity([
        ...nearStorageLimit(await queries.usage.ofOrganization(id), plans[planId]),
        ...unhealthyConnections(connections),
        ...(held.has('repositories.read') ? await forRepositories(queries, grant, now) : []),
        ...tokensWithoutExpiry(endless),
      ]);
    });
  };
