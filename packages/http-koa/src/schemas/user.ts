import type { IssuedSession, Me, User } from '@svc/core';
import { roles, userStatuses } from '@svc/core/model';
import { z } from 'zod';
import { displayName, timestamp, timestampOf, uuid } from './fields.js';

export const userSchema = z.strictObject({
  id: uuid,
  email: z.string().optional(),
  name: z.string(),
  status: z.enum(userStatuses),
  created_at: timestamp,
});

const roleInOrganization = z.strictObject({ id: uuid, name: z.string(), slug: z.string(), role: z.enum(roles) });

export const meReply = z.strictObject({ user: userSchema, organizations: z.array(roleInOrganization) });
export const userReply = z.strictObject({ user: userSchema });
export const sessionReply = z.strictObject({
  session: z.strictObject({ token: z.string(), expires_at: timestamp }),
  user: userSchema,
});

export const updateUserBody = z.strictObject({ name: displayName });

export const userView = ({ id, email, name, status, createdAt }: User) => ({
  id,
  email,
  name,
  status,
  created_at: timestampOf(createdAt),
});

export const meView = ({ user, organizations }: Me) => ({
  user: userView(user),
  organizations: organizations.map(({ organization: { id, name, slug }, role }) => ({ id, name, slug, role })),
});

export const sessionView = ({ secret, expiresAt, user }: IssuedSession) => ({
  session: { token: secret, expires_at: timestampOf(expiresAt) },
  user: userView(user),
});
