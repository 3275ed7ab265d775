import { err, ok, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import { type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditChanges, auditEvent } from '../../model/audit-event.js';
import { decideRepositoryAccess } from '../../model/permissions/decide-access.js';
import { revokesTokensOfOthers } from '../../model/permissions/role.js';
import type { TokenId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { tokenDetails } from './token-details.js';

const refused: Forbidden = { kind: 'forbidden', reason: 'permission' };

/** Why nothing was revoked. A caller who sees another's token in the list is refused; of a token that they do not see they learn nothing. */
const whyNot = async (
  records: Records,
  { caller, organization }: OrganizationGrant<'tokens.revoke'>,
  tokenId: TokenId,
): Promise<NotFound | Forbidden> => {
  const token = (await records.credentials.findTokenById(tokenId))?.token;
  if (token?.organizationId !== organization.id) return notFound;
  if (token.repositoryId === undefined) return refused;
  const access = await records.access.ofRepository(caller.userId, token.repositoryId);
  return access !== undefined && decideRepositoryAccess(access, caller.credential).known ? refused : notFound;
};

export const revokeToken =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (grant: OrganizationGrant<'tokens.revoke'>, tokenId: TokenId): ResultAsync<void, NotFound | Forbidden | Unavailable> =>
    withLockedOrganization(ports, grant, async (records, granted) => {
      const { caller, organization, role } = granted;
      const now = ports.clock.now();
      const onlyOfUser = revokesTokensOfOthers(role) ? undefined : caller.userId;
      const token = (await records.credentials.findTokenById(tokenId))?.token;
      if (!(await records.tokens.revoke(organization.id, tokenId, now, onlyOfUser))) {
        return err(await whyNot(records, granted, tokenId));
      }
      const details = token === undefined ? {} : auditChanges(tokenDetails(token), {});
      await records.audit.append(auditEvent(caller, organization.id, 'token.revoke', tokenId, now, details));
      await records.activity.append({
        type: 'token.revoked',
        organizationId: organization.id,
        actorId: caller.userId,
        repositoryId: undefined,
        data: { token_id: tokenId },
        at: now,
      });
      return ok();
    });
