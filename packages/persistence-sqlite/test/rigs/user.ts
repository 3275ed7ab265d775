import type { User } from '@svc/core';
import { trusted, type UserId } from '@svc/core/model';

export const aUser: User = {
  id: trusted<UserId>('00000000-0000-4000-8000-000000000001'),
  email: 'ada@example.org',
  emailVerified: true,
  name: 'Ada',
  status: 'ACTIVE',
  createdAt: 0,
};
