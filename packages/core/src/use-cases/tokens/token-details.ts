import type { ApiToken } from '../../model/api-token.js';
import type { AuditValue } from '../../model/audit-event.js';

/** What the audit log tells of a token: nothing of its secret. */
export const tokenDetails = (token: ApiToken): Readonly<Record<string, AuditValue | undefined>> => ({
  name: token.name,
  kind: token.kind,
  scopes: token.scopes,
  user_id: token.userId,
  repository_id: token.repositoryId,
});
