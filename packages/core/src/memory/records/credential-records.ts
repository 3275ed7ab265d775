import { invariant } from '../../model/app-error.js';
import type { ApiToken } from '../../model/api-token.js';
import type { CredentialQueries, CredentialRecords, TokenCredential } from '../../ports/records/credential-records.js';
import type { DraftTables, ReadableTables } from '../tables.js';

export const credentialQueries = (tables: ReadableTables): CredentialQueries => {
  const withUser = (token: ApiToken | undefined): TokenCredential | undefined => {
    const user = token && tables.users.get(token.userId);
    return token === undefined || user === undefined ? undefined : { token, user };
  };
  return {
    findToken: async (secretSha256) => withUser(tables.tokens.where((row) => row.secretSha256 === secretSha256)[0]?.token),
    findSession: async (secretSha256) => {
      const session = tables.credentialSessions.get(secretSha256);
      const user = session && tables.users.get(session.userId);
      return session === undefined || user === undefined ? undefined : { user, expiresAt: session.expiresAt };
    },
    findTokenById: async (tokenId) => withUser(tables.tokens.get(tokenId)?.token),
  };
};

export const credentialRecords = (tables: DraftTables): CredentialRecords => ({
  ...credentialQueries(tables),
  putSession: async ({ secretSha256, userId, expiresAt }) => {
    invariant(tables.users.get(userId) !== undefined, 'a session belongs to a user');
    const isConfigured = tables.credentialSessions.get(secretSha256)?.isConfigured === true;
    tables.credentialSessions.put(secretSha256, { userId, expiresAt, isConfigured });
  },
  setConfiguredSession: async (secretSha256) => {
    const session = secretSha256 === undefined ? undefined : tables.credentialSessions.get(secretSha256);
    tables.credentialSessions.removeWhere(({ isConfigured }) => isConfigured);
    if (secretSha256 !== undefined && session !== undefined) {
      tables.credentialSessions.put(secretSha256, { ...session, isConfigured: true });
    }
  },
  removeExpiredSessions: async (now) => tables.credentialSessions.removeWhere(({ expiresAt }) => expiresAt < now),
});
