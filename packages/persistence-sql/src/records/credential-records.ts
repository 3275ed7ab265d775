import type { CredentialQueries, CredentialRecords } from '@svc/core/ports';
import { sql } from 'kysely';
import { hashToBinary } from '../codec.js';
import type { SqlSource } from './sql-source.js';
import { tokenColumns, tokenOf } from './token-row.js';
import { userColumns, userOf } from './user-row.js';

// A literal, since the index is one of the configured sessions alone.
const configured = sql.lit(1);

export const credentialQueries = ({ db, lookUps }: SqlSource): CredentialQueries => ({
  findToken: async (secretSha256) => {
    const [row] = await lookUps.tokenBySecret(db, [hashToBinary(secretSha256)]);
    return row && { token: tokenOf(row), user: userOf(row) };
  },
  findSession: async (secretSha256) => {
    const [row] = await lookUps.sessionBySecret(db, [hashToBinary(secretSha256)]);
    return row && { user: userOf(row), expiresAt: row.session_expires_at };
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
  putSession: async ({ secretSha256, userId, createdAt, expiresAt }) => {
    const content = { user_id: userId, created_at: createdAt, expires_at: expiresAt };
    await source.db
      .insertInto('credential_sessions')
      .values({ secret_sha256: hashToBinary(secretSha256), ...content })
      .onConflict((conflict) => conflict.column('secret_sha256').doUpdateSet(content))
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
  removeExpiredSessions: async (now) => {
    await source.db.deleteFrom('credential_sessions').where('expires_at', '<', now).execute();
  },
  ...credentialQueries(source),
});
