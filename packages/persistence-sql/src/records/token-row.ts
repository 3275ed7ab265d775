import type { ApiToken, Instant, OrganizationId, RepositoryId, TokenId, TokenKind, UserId } from '@svc/core/model';
import { scopesFromText } from '../codec.js';

/** Under names of their own, so that a token can stand beside its user. */
export const tokenColumns = [
  'tokens.id as token_id',
  'tokens.organization_id as token_organization_id',
  'tokens.user_id as token_user_id',
  'tokens.name as token_name',
  'tokens.kind as token_kind',
  'tokens.scopes as token_scopes',
  'tokens.repository_id as token_repository_id',
  'tokens.created_at as token_created_at',
  'tokens.expires_at as token_expires_at',
] as const;

interface TokenRow {
  readonly token_id: TokenId;
  readonly token_organization_id: OrganizationId;
  readonly token_user_id: UserId;
  readonly token_name: string;
  readonly token_kind: TokenKind;
  readonly token_scopes: string;
  readonly token_repository_id: RepositoryId | null;
  readonly token_created_at: Instant;
  readonly token_expires_at: Instant | null;
}

export const tokenOf = (row: TokenRow): ApiToken => ({
  id: row.token_id,
  organizationId: row.token_organization_id,
  userId: row.token_user_id,
  name: row.token_name,
  kind: row.token_kind,
  scopes: scopesFromText(row.token_scopes),
  repositoryId: row.token_repository_id ?? undefined,
  createdAt: row.token_created_at,
  expiresAt: row.token_expires_at ?? undefined,
});
