import type { User } from '@svc/core';
import type { Instant, UserId, UserStatus } from '@svc/core/model';

/** Under names of their own, so that a user can stand beside another row. */
export const userColumns = [
  'users.id as user_id',
  'users.email as user_email',
  'users.email_verified as user_email_verified',
  'users.name as user_name',
  'users.status as user_status',
  'users.created_at as user_created_at',
] as const;

export interface UserRow {
  readonly user_id: UserId;
  readonly user_email: string | null;
  readonly user_email_verified: number;
  readonly user_name: string;
  readonly user_status: UserStatus;
  readonly user_created_at: Instant;
}

export const userOf = (row: UserRow): User => ({
  id: row.user_id,
  email: row.user_email ?? undefined,
  emailVerified: row.user_email_verified === 1,
  name: row.user_name,
  status: row.user_status,
  createdAt: row.user_created_at,
});
