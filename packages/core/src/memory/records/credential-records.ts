import { invariant } from '../../model/app-error.js';
import type { ApiToken } from '../../model/api-token.js';
import type { Session } from '../../model/users/session.js';
import type {
  CredentialQueries,
  CredentialRecords,
  SessionCredential,
  TokenCredential,
} from '../../ports/records/credential-records.js';
import { descending, pageByKey } from '../page-by-key.js';
import type { CredentialSession, DraftTables, ReadableTables } from '../tables.js';

export const credentialQueries = (tables: ReadableTables): CredentialQueries => {
  const withUser = (token: ApiToken | undefined): TokenCredential | undefined => {
    const user = token && tables.users.get(token.userId);
    return token === undefined || user === undefined ? undefined : { token, user };
  };
  const sessionOf = (row: CredentialSession | undefined): SessionCredential | undefined => {
    const user = row && tables.users.get(row.userId);
    return row === undefined || user === undefined
      ? undefined
      : { id: row.id, user, expiresAt: row.expiresAt, endsAt: row.endsAt };
  };
  return {
    findToken: async (secretSha256) => withUser(tables.tokens.where((row) => row.secretSha256 === secretSha256)[0]?.token),
    findSession: async (secretSha256) => sessionOf(tables.credentialSessions.get(secretSha256)),
    findSessionById: async (id) => sessionOf(tables.credentialSessions.where((row) => row.id === id)[0]),
    listSessions: async (userId, now, page) => {
      const own = tables.credentialSessions
        .where((row) => row.userId === userId && row.expiresAt > now)
        .map(({ id, createdAt, expiresAt }): Session => ({ id, createdAt, expiresAt }));
      return pageByKey(own, ({ id, createdAt }) => descending(createdAt) + id, page);
    },
    findTokenById: async (tokenId) => withUser(tables.tokens.get(tokenId)?.token),
  };
};

export const credentialRecords = (tables: DraftTables): CredentialRecords => ({
  ...credentialQueries(tables),
  putSession: async ({ secretSha256, ...session }) => {
    invariant(tables.users.get(session.userId) !== undefined, 'a session belongs to a user');
    const { id = session.id, isConfigured = false } = tables.credentialSessions.get(secretSha256) ?? {};
    tables.credentialSessions.put(secretSha256, { ...session, secretSha256, id, isConfigured });
  },
  removeOldestSessions: async (userId, max, keptSha256, beyond) => {
    const sessions = tables.credentialSessions.where((session) => session.userId === userId);
    const isKept = ({ secretSha256, isConfigured }: (typeof sessions)[number]): boolean =>
      isConfigured || secretSha256 === keptSha256;
    const isPast = ({ createdAt }: (typeof sessions)[number]): number => Number(createdAt <= beyond);
    const oldest = sessions
      .filter((session) => !isKept(session))
      .toSorted((left, right) => isPast(left) - isPast(right) || left.createdAt - right.createdAt);
    const tooMany = Math.max(0, sessions.length - max);
    for (const { secretSha256 } of oldest.slice(0, tooMany)) tables.credentialSessions.remove(secretSha256);
  },
  removeSession: async (userId, id) => {
    const isTheirs = (row: CredentialSession): boolean => row.userId === userId && row.id === id;
    const isThere = tables.credentialSessions.where(isTheirs).length > 0;
    tables.credentialSessions.removeWhere(isTheirs);
    return isThere;
  },
  removeSessionsOf: async (userId, staying) =>
    tables.credentialSessions.removeWhere((row) => row.userId === userId && row.id !== staying),
  setConfiguredSession: async (secretSha256) => {
    const session = secretSha256 === undefined ? undefined : tables.credentialSessions.get(secretSha256);
    tables.credentialSessions.removeWhere(({ isConfigured }) => isConfigured);
    if (secretSha256 !== undefined && session !== undefined) {
      tables.credentialSessions.put(secretSha256, { ...session, isConfigured: true });
    }
  },
  removeExpiredSessions: async (now, limit) => tables.credentialSessions.removeFirst(({ expiresAt }) => expiresAt < now, limit),
});
