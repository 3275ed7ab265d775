import type { Credential, IssuedSession, ListedSession, Me, User } from '@svc/core';
import { roles, tokenScopes, userStatuses } from '@svc/core/model';
import { z } from 'zod';
import { displayName, timestamp, timestampOf, uuid } from './fields.js';
import { nextCursor } from './parameters.js';

export const userSchema = z.strictObject({
  id: uuid,
  email: z.string().optional(),
  name: z.string(),
  status: z.enum(userStatuses),
  created_at: timestamp,
});

const roleInOrganization = z.strictObject({ id: uuid, name: z.string(), slug: z.string(), role: z.enum(roles) });

const credentialSchema = z.strictObject({
  kind: z.enum(['session', 'token']),
  scopes: z.array(z.enum(tokenScopes)).optional().meta({ description: 'Of a token: all that it may do' }),
});

export const meReply = z.strictObject({
  user: userSchema,
  organizations: z.array(roleInOrganization),
  credential: credentialSchema.meta({ description: 'What the request was made with' }),
});
export const userReply = z.strictObject({ user: userSchema });
export const sessionReply = z.strictObject({
  session: z.strictObject({ token: z.string(), expires_at: timestamp }),
  user: userSchema,
});

/** Sign-ins of the identity provider are not among them: the service keeps no record of those. */
const listedSessionSchema = z.strictObject({
  id: uuid,
  is_current: z.boolean().meta({ description: 'Whether the request was made with it' }),
  created_at: timestamp,
  expires_at: timestamp,
});

export const sessionsReply = z.strictObject({ sessions: z.array(listedSessionSchema), next_cursor: nextCursor });

export const updateUserBody = z.strictObject({ name: displayName });

export const userView = ({ id, email, name, status, createdAt }: User) => ({
  id,
  email,
  name,
  status,
  created_at: timestampOf(createdAt),
});

const credentialView = (credential: Credential) =>
  credential.kind === 'token' ? { kind: credential.kind, scopes: [...credential.scopes] } : { kind: credential.kind };

export const meView = ({ user, organizations }: Me, credential: Credential) => ({
  user: userView(user),
  organizations: organizations.map(({ organization: { id, name, slug }, role }) => ({ id, name, slug, role })),
  credential: credentialView(credential),
});

export const listedSessionView = ({ id, isCurrent, createdAt, expiresAt }: ListedSession) => ({
  id,
  is_current: isCurrent,
  created_at: timestampOf(createdAt),
  expires_at: timestampOf(expiresAt),
});

export const sessionView = ({ secret, expiresAt, user }: IssuedSession) => ({
  session: { token: secret, expires_at: timestampOf(expiresAt) },
  user: userView(user),
});
