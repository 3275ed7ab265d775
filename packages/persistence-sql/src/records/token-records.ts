import type { OrganizationId, RepositoryId, TokenId, UserId } from '@svc/core/model';
import type { TokenQueries, TokenRecords } from '@svc/core/ports';
import { hashToBinary, scopesToText } from '../codec.js';
import { descendingKey, descendingPosition } from '../descending-position.js';
import { cursorText, pageOf } from '../page-of.js';
import { hiddenFrom } from './hidden-from.js';
import type { SqlSource } from './sql-source.js';
import { tokenColumns, tokenOf } from './token-row.js';

const countAll = async ({ db }: SqlSource, organizationId: OrganizationId): Promise<number> => {
  const { count } = await db
    .selectFrom('tokens')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
};

export const tokenQueries = (source: SqlSource): TokenQueries => ({
  listOfOrganization: async (organizationId, userId, page) => {
    let query = source.db.selectFrom('tokens').select(tokenColumns).where('organization_id', '=', organizationId);
    if (userId !== undefined) {
      query = query.where((token) =>
        token.or([
          token('user_id', '=', userId),
          token('repository_id', 'is', null),
          token('repository_id', 'not in', hiddenFrom(source, userId)),
        ]),
      );
    }
    if (page.cursor !== undefined) {
      const { value, tie } = descendingPosition(page.cursor);
      query = query.where((column) =>
        column.or([
          column('created_at', '<', value),
          column.and([column('created_at', '=', value), column('id', '>', cursorText<TokenId>(tie))]),
        ]),
      );
    }
    const rows = await query
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(page.limit + 1)
      .execute();
    return pageOf(rows, page, tokenOf, ({ createdAt, id }) => descendingKey(createdAt, id));
  },
  countActive: async (organizationId, now) => {
    const { count } = await source.db
      .selectFrom('tokens')
      .select((expression) => expression.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .where((column) => column.or([column('expires_at', 'is', null), column('expires_at', '>', now)]))
      .executeTakeFirstOrThrow();
    return count;
  },
  countAll: (organizationId) => countAll(source, organizationId),
});

type HeldBy =
  | { readonly column: 'user_id'; readonly id: UserId }
  | { readonly column: 'repository_id'; readonly id: RepositoryId };

const revokeAll = async (
  { db }: SqlSource,
  organizationId: OrganizationId,
  { column, id }: HeldBy,
): Promise<readonly TokenId[]> => {
  const rows = await db
    .deleteFrom('tokens')
    .where('organization_id', '=', organizationId)
    .where(column, '=', id)
    .returning('id')
    .execute();
  return rows.map((row) => row.id).toSorted();
};

export const tokenRecords = (source: SqlSource): TokenRecords => ({
  removeExpired: async (organizationId, now) => {
    await source.db.deleteFrom('tokens').where('organization_id', '=', organizationId).where('expires_at', '<=', now).execute();
    return countAll(source, organizationId);
  },
  add: async (token, secretSha256) => {
    await source.db
      .insertInto('tokens')
      .values({
        id: token.id,
        organization_id: token.organizationId,
        user_id: token.userId,
        name: token.name,
        kind: token.kind,
        scopes: scopesToText(token.scopes),
        repository_id: token.repositoryId ?? null,
        secret_sha256: hashToBinary(secretSha256),
        created_at: token.createdAt,
        expires_at: token.expiresAt ?? null,
      })
      .execute();
  },
  // A revoked token leaves no row behind: when it ended, and by whose hand, the audit log tells.
  revoke: async (organizationId, tokenId, _now, onlyOfUser) => {
    let query = source.db.deleteFrom('tokens').where('id', '=', tokenId).where('organization_id', '=', organizationId);
    if (onlyOfUser !== undefined) query = query.where('user_id', '=', onlyOfUser);
    return (await query.returning('id').execute()).length > 0;
  },
  revokeAllOfUser: (organizationId, userId) => revokeAll(source, organizationId, { column: 'user_id', id: userId }),
  revokeAllOfRepository: (organizationId, repositoryId) =>
    revokeAll(source, organizationId, { column: 'repository_id', id: repositoryId }),
  ...tokenQueries(source),
});
