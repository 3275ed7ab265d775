import { invariant } from '../../model/app-error.js';
import type { ApiToken } from '../../model/api-token.js';
import type { TokenId } from '../../model/values/index.js';
import type { TokenQueries, TokenRecords } from '../../ports/records/token-records.js';
import { descending, pageByKey } from '../page-by-key.js';
import type { DraftTables, ReadableTables } from '../tables.js';
import { isHiddenFrom } from './is-hidden-from.js';

export const tokenQueries = (tables: ReadableTables): TokenQueries => ({
  listOfOrganization: async (organizationId, hiddenFrom, page) => {
    const isShown = ({ userId, repositoryId }: ApiToken): boolean =>
      hiddenFrom === undefined ||
      userId === hiddenFrom ||
      repositoryId === undefined ||
      !isHiddenFrom(tables, repositoryId, hiddenFrom);
    const tokens = tables.tokens
      .where(({ token }) => token.organizationId === organizationId && isShown(token))
      .map(({ token }) => token);
    return pageByKey(tokens, (token) => descending(token.createdAt) + token.id, page);
  },
  countActive: async (organizationId, now) =>
    tables.tokens.where(
      ({ token }) => token.organizationId === organizationId && (token.expiresAt === undefined || token.expiresAt > now),
    ).length,
  countAll: async (organizationId) => tables.tokens.where(({ token }) => token.organizationId === organizationId).length,
});

const revokeAll = (tables: DraftTables, holds: (token: ApiToken) => boolean): readonly TokenId[] => {
  const ids = tables.tokens.where(({ token }) => holds(token)).map(({ token }) => token.id);
  for (const id of ids) tables.tokens.remove(id);
  return ids.toSorted();
};

export const tokenRecords = (tables: DraftTables): TokenRecords => ({
  ...tokenQueries(tables),
  add: async (token, secretSha256) => {
    invariant(tables.organizations.get(token.organizationId) !== undefined, 'a token belongs to an organization');
    invariant(tables.users.get(token.userId) !== undefined, 'a token belongs to a user');
    const isUsed =
      tables.tokens.get(token.id) !== undefined || tables.tokens.where((row) => row.secretSha256 === secretSha256).length > 0;
    invariant(!isUsed, 'the id and the secret of a token are used once');
    tables.tokens.put(token.id, { token, secretSha256 });
  },
  removeExpired: async (organizationId, now) => {
    const isOver = ({ organizationId: of, expiresAt }: ApiToken): boolean =>
      of === organizationId && expiresAt !== undefined && expiresAt <= now;
    tables.tokens.removeWhere(({ token }) => isOver(token));
    return tables.tokens.where(({ token }) => token.organizationId === organizationId).length;
  },
  // A revoked token leaves nothing behind: when it ended, and by whose hand, the audit log tells.
  revoke: async (organizationId, tokenId, _now, onlyOfUser) => {
    const token = tables.tokens.get(tokenId)?.token;
    if (token?.organizationId !== organizationId || (onlyOfUser ?? token.userId) !== token.userId) return false;
    tables.tokens.remove(tokenId);
    return true;
  },
  revokeAllOfUser: async (organizationId, userId) =>
    revokeAll(tables, (token) => token.organizationId === organizationId && token.userId === userId),
  revokeAllOfRepository: async (organizationId, repositoryId) =>
    revokeAll(tables, (token) => token.organizationId === organizationId && token.repositoryId === repositoryId),
});
