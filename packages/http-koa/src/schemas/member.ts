import { type Member, roles } from '@svc/core/model';
import { z } from 'zod';
import { timestamp, timestampOf, uuid } from './fields.js';
import { nextCursor } from './parameters.js';

const memberSchema = z.strictObject({
  user_id: uuid,
  name: z.string(),
  email: z.string().optional(),
  role: z.enum(roles),
  joined_at: timestamp,
});

export const memberReply = z.strictObject({ member: memberSchema });
export const membersReply = z.strictObject({ members: z.array(memberSchema), next_cursor: nextCursor });

export const changeRoleBody = z.strictObject({ role: z.enum(roles) });

export const memberView = ({ userId, userName, email, role, joinedAt }: Member) => ({
  user_id: userId,
  name: userName,
  email,
  role,
  joined_at: timestampOf(joinedAt),
});
