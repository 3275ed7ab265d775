import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { ApiToken } from '../../model/api-token.js';
import { operatorAuditEvent } from '../../model/audit-event.js';
import type { TokenId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { lockOrganization } from '../../steps/lock-organization.js';

export const revokeTokenOfAnybody =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (tokenId: TokenId): ResultAsync<ApiToken, NotFound | Unavailable> =>
    ports.unitOfWork.transact((records) =>
      safeTry(async function* () {
        const token = (await records.credentials.findTokenById(tokenId))?.token;
        if (token === undefined) return err(notFound);
        const { organizationId } = token;
        yield* await lockOrganization(records, organizationId);
        const at = ports.clock.now();
        if (!(await records.tokens.revoke(organizationId, tokenId, at))) return err(notFound);
        await records.audit.append(operatorAuditEvent(organizationId, 'token.revoke', tokenId, at));
        await records.activity.append({
          type: 'token.revoked',
          organizationId,
          actorId: undefined,
          repositoryId: undefined,
          data: { token_id: tokenId },
          at,
        });
        return ok(token);
      }),
    );
