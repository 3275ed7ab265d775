import type { Instant, UserId } from '../values/index.js';

export const userStatuses = ['ACTIVE', 'SUSPENDED', 'DELETED'] as const;
export type UserStatus = (typeof userStatuses)[number];

/** A person. Two users never share a verified e-mail (compared without case). */
export interface User {
  readonly id: UserId;
  /** Lower case; undefined while the identity provider has named none. */
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly status: UserStatus;
  readonly createdAt: Instant;
}

/** Who a person is to an identity provider: `subject` is unique within `issuer`. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  /** Undefined when the provider does not say. */
  readonly emailVerified: boolean | undefined;
  readonly name: string | undefined;
}
