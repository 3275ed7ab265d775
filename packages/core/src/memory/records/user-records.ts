import { invariant } from '../../model/app-error.js';
import type { User } from '../../model/users/user.js';
import type { UserQueries, UserRecords } from '../../ports/records/user-records.js';
import { pageByKey } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const findByVerifiedEmail = (tables: ReadableTables, email: string): User | undefined => {
  const wanted = email.toLowerCase();
  return tables.users.where((user) => user.emailVerified && user.email?.toLowerCase() === wanted)[0];
};

export const userQueries = (tables: ReadableTables): UserQueries => ({
  find: async (userId) => tables.users.get(userId),
  findByVerifiedEmail: async (email) => findByVerifiedEmail(tables, email),
  listUnverified: async (email, limit) =>
    tables.users
      .where((user) => !user.emailVerified && user.email?.toLowerCase() === email.toLowerCase())
      .toSorted((left, right) => (left.id < right.id ? -1 : 1))
      .slice(0, limit),
  listAll: async (page) =>
    pageByKey(
      tables.users.where(() => true),
      ({ id }) => id,
      page,
    ),
  findByIdentity: async ({ issuer, subject }) => {
    const identity = tables.identities.get(keyOf(issuer, subject));
    return identity && tables.users.get(identity.userId);
  },
  hasIdentityOf: async (userId, issuer) =>
    tables.identities.where((identity) => identity.userId === userId && identity.issuer === issuer).length > 0,
});

export const userRecords = (tables: DraftTables): UserRecords => {
  const change = (userId: User['id'], part: Partial<User>): boolean => {
    const user = tables.users.get(userId);
    if (user === undefined) return false;
    tables.users.put(userId, { ...user, ...part });
    return true;
  };
  return {
    ...userQueries(tables),
    // Transactions run one after the other, so they are held already.
    lock: async () => undefined,
    add: async (user) => {
      invariant(tables.users.get(user.id) === undefined, 'a user id is used once');
      if (user.emailVerified && user.email !== undefined && findByVerifiedEmail(tables, user.email) !== undefined) return false;
      tables.users.put(user.id, { ...user, email: user.email?.toLowerCase() });
      return true;
    },
    setEmail: async (userId, email, emailVerified) => {
      const holder = findByVerifiedEmail(tables, email);
      if (emailVerified && holder !== undefined && holder.id !== userId) return false;
      return change(userId, { email: email.toLowerCase(), emailVerified });
    },
    rename: async (userId, name) => {
      change(userId, { name });
    },
    setStatus: async (userId, status) => {
      change(userId, { status });
    },
    linkIdentity: async (userId, { issuer, subject }) => {
      invariant(tables.users.get(userId) !== undefined, 'an identity belongs to a user');
      const key = keyOf(issuer, subject);
      if (tables.identities.get(key) === undefined) tables.identities.put(key, { userId, issuer });
    },
  };
};
