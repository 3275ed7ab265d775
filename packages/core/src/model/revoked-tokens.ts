import { type AuditDetails, auditFacts } from './audit-event.js';
import type { TokenId } from './values/index.js';

/** More are counted only: an entry of the audit log stays small. */
export const maxNamedTokens = 100;

/** What the audit log tells of tokens that ended with a membership or a repository. */
export const revokedTokens = (ids: readonly TokenId[]): AuditDetails =>
  ids.length === 0 ? {} : auditFacts({ revoked_tokens: ids.slice(0, maxNamedTokens), revoked_token_count: ids.length });
