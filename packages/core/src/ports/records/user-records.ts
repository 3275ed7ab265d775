import type { Identity, User, UserStatus } from '../../model/users/user.js';
import type { Page, PageRequest, UserId } from '../../model/values/index.js';

export interface UserQueries {
  find(userId: UserId): Promise<User | undefined>;
  /** By verified e-mail, compared without case. */
  findByVerifiedEmail(email: string): Promise<User | undefined>;
  /** Those who have the e-mail, compared without case, but not verified; by id, at most `limit`. */
  listUnverified(email: string, limit: number): Promise<readonly User[]>;
  /** Everybody, by id. */
  listAll(page: PageRequest): Promise<Page<User>>;
  findByIdentity(identity: Pick<Identity, 'issuer' | 'subject'>): Promise<User | undefined>;
  /** Whether some subject of the issuer is this user. */
  hasIdentityOf(userId: UserId, issuer: string): Promise<boolean>;
}

export interface UserRecords extends UserQueries {
  /** Holds the user until the transaction ends, so that what is counted of theirs next cannot change meanwhile. */
  lock(userId: UserId): Promise<void>;
  /** False, and nothing written, when the user's e-mail is verified and another user has it verified too. It is kept in lower case. */
  add(user: User): Promise<boolean>;
  /** False, and nothing written, when there is no such user, or the e-mail is to be verified and another user has it verified. */
  setEmail(userId: UserId, email: string, isVerified: boolean): Promise<boolean>;
  rename(userId: UserId, name: string): Promise<void>;
  setStatus(userId: UserId, status: UserStatus): Promise<void>;
  /** From now on the identity is this user; an identity belongs to one user for ever, so a second link of it changes nothing. */
  linkIdentity(userId: UserId, identity: Pick<Identity, 'issuer' | 'subject'>): Promise<void>;
}
