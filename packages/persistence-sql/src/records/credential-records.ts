import type { Instant, SessionId } from '@svc/core/model';
import type { CredentialQueries, CredentialRecords, SessionCredential } from '@svc/core/ports';
import { sql } from 'kysely';
import { hashToBinary } from '../codec.js';
import { descendingKey, descendingPosition } from '../descending-position.js';
import { cursorText, pageOf } from '../page-of.js';
import type { SqlSource } from './sql-source.js';
import { tokenColumns, tokenOf } from './token-row.js';
import { userColumns, userOf, type UserRow } from './user-row.js';

// A literal, since the index is one of the configured sessions alone.
const configured = sql.lit(1);

interface SessionRow extends UserRow {
  readonly session_id: SessionId;
  readonly session_expires_at: Instant;
  readonly session_ends_at: Instant;
}

const sessionCredentialOf = (row: SessionRow): SessionCredential => ({
  id: row.session_id,
  user: userOf(row),
  expiresAt: row.session_expires_at,
  endsAt: row.session_ends_at,
});

export const credentialQueries = ({ db, lookUps }: SqlSource): CredentialQueries => ({
  findToken: async (secretSha256) => {
    const [row] = await lookUps.tokenBySecret(db, [hashToBinary(secretSha256)]);
    return row && { token: tokenOf(row), user: userOf(row) };
  },
  findSession: async (secretSha256) => {
    const [row] = await lookUps.sessionBySecret(db, [hashToBinary(secretSha256)]);
    return row && sessionCredentialOf(row);
  },
  findSessionById: async (id) => {
    const [row] = await lookUps.sessionById(db, [id]);
    return row && sessionCredentialOf(row);
  },
  listSessions: async (userId, now, page) => {
    let query = db
      .selectFrom('credential_sessions')
      .select(['id', 'created_at', 'expires_at'])
      .where('user_id', '=', userId)
      .where('expires_at', '>', now);
    if (page.cursor !== undefined) {
      const { value, tie } = descendingPosition(page.cursor);
      query = query
        .where('created_at', '<=', value)
        .where((column) => column.or([column('created_at', '<', value), column('id', '>', cursorText<SessionId>(tie))]));
    }
    const rows = await query
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(page.limit + 1)
      .execute();
    const sessionOf = (row: (typeof rows)[number]) => ({
      id: row.id,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    });
    return pageOf(rows, page, sessionOf, ({ createdAt, id }) => descendingKey(createdAt, id));
  },
  findTokenById: async (tokenId) => {
    const row = await db
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .select(tokenColumns)
      .select(userColumns)
      .where('tokens.id', '=', tokenId)
      .executeTakeFirst();
    return row && { token: tokenOf(row), user: userOf(row) };
  },
});

export const credentialRecords = (source: SqlSource): CredentialRecords => ({
  putSession: async ({ id, secretSha256, userId, createdAt, expiresAt, endsAt }) => {
    const content = { user_id: userId, created_at: createdAt, expires_at: expiresAt, ends_at: endsAt };
    await source.db
      .insertInto('credential_sessions')
      .values({ id, secret_sha256: hashToBinary(secretSha256), ...content })
      .onConflict((conflict) => conflict.column('secret_sha256').doUpdateSet(content))
      .execute();
  },
  removeSession: async (userId, id) => {
    const { numDeletedRows } = await source.db
      .deleteFrom('credential_sessions')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0;
  },
  removeSessionsOf: async (userId, staying) => {
    let query = source.db.deleteFrom('credential_sessions').where('user_id', '=', userId);
    if (staying !== undefined) query = query.where('id', '!=', staying);
    await query.execute();
  },
  removeOldestSessions: async (userId, max, keptSha256, beyond) => {
    const kept = hashToBinary(keptSha256);
    const newest = source.db
      .selectFrom('credential_sessions')
      .select('secret_sha256')
      .where('user_id', '=', userId)
      .orderBy((session) =>
        session
          .case()
          .when('secret_sha256', '=', kept)
          .then(0)
          .when('is_configured', '=', 1)
          .then(0)
          .when('created_at', '<=', beyond)
          .then(1)
          .else(2)
          .end(),
      )
      .orderBy('created_at', 'desc')
      .limit(max);
    await source.db
      .deleteFrom('credential_sessions')
      .where('user_id', '=', userId)
      .where('secret_sha256', 'not in', newest)
      .where('secret_sha256', '<>', kept)
      .where('is_configured', '=', 0)
      .execute();
  },
  setConfiguredSession: async (secretSha256) => {
    const earlier = source.db.deleteFrom('credential_sessions').where('is_configured', '=', configured);
    if (secretSha256 === undefined) {
      await earlier.execute();
      return;
    }
    const secret = hashToBinary(secretSha256);
    await earlier.where('secret_sha256', '<>', secret).execute();
    await source.db.updateTable('credential_sessions').set({ is_configured: 1 }).where('secret_sha256', '=', secret).execute();
  },
  removeExpiredSessions: async (now, limit) => {
    const ended = source.db
      .selectFrom('credential_sessions')
      .select('secret_sha256')
      .where('expires_at', '<', now)
      .orderBy('expires_at')
      .limit(limit);
    const { numDeletedRows } = await source.db
      .deleteFrom('credential_sessions')
      .where('secret_sha256', 'in', ended)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
  ...credentialQueries(source),
});
