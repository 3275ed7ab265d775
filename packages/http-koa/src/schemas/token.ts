import {
  type ApiToken,
  maxTokenLifetimeDays,
  prefixOfTokenKind,
  type RepositoryId,
  tokenKinds,
  tokenScopes,
} from '@svc/core/model';
import { z } from 'zod';
import { displayName, optionalTimestampOf, timestamp, timestampOf, uuid } from './fields.js';
import { id } from './id.js';
import { nextCursor } from './parameters.js';

export const tokenSchema = z.strictObject({
  id: uuid,
  // Optional, so that clients take the answers of servers that do not say it yet.
  user_id: uuid.optional().meta({ description: 'Who made it' }),
  name: z.string(),
  kind: z.enum(tokenKinds),
  prefix: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  repository_id: uuid.optional(),
  created_at: timestamp,
  expires_at: timestamp.optional(),
});

export const tokensReply = z.strictObject({ tokens: z.array(tokenSchema), next_cursor: nextCursor });
/** The secret is shown this once. */
export const createdTokenReply = z.strictObject({ token: tokenSchema, secret: z.string() });

/** Spec 4.7. */
export const createTokenBody = z.strictObject({
  name: displayName,
  kind: z.enum(tokenKinds).optional(),
  scopes: z.array(z.enum(tokenScopes)).min(1).max(tokenScopes.length),
  repository_id: id<RepositoryId>().optional(),
  expires_in_days: z.int().min(1).max(maxTokenLifetimeDays).optional(),
});

export const tokenView = (token: ApiToken) => ({
  id: token.id,
  user_id: token.userId,
  name: token.name,
  kind: token.kind,
  prefix: prefixOfTokenKind[token.kind],
  scopes: [...token.scopes],
  repository_id: token.repositoryId,
  created_at: timestampOf(token.createdAt),
  expires_at: optionalTimestampOf(token.expiresAt),
});
