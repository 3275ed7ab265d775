import type { InvitationId, PageRequest, RepositoryId } from '@svc/core/model';
import type { InvitationQueries, InvitationRecords, MailWindow } from '@svc/core/ports';
import type { ExpressionBuilder } from 'kysely';
import { hashToBinary } from '../codec.js';
import { descendingKey, descendingPosition } from '../descending-position.js';
import { cursorText, pageOf } from '../page-of.js';
import type { Schema } from '../schema.js';
import { invitationOf } from './invitation-row.js';
import type { SqlSource } from './sql-source.js';

const named = ({ db }: SqlSource) =>
  db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .leftJoin('repositories', 'repositories.id', 'invitations.repository_id')
    .select(['invitations.id', 'invitations.organization_id', 'invitations.repository_id', 'invitations.email'])
    .select(['invitations.role', 'invitations.level', 'invitations.invited_by', 'invitations.created_at'])
    .select(['invitations.expires_at', 'invitations.accepted_by', 'invitations.accepted_at'])
    .select(['users.name as inviter_name', 'organizations.name as organization_name'])
    .select(['organizations.slug as organization_slug'])
    .select(['repositories.name as repository_name', 'repositories.slug as repository_slug']);

/** `query` narrowed to what nobody has accepted, as one page of it, newest first. */
const pageOfOpen = async (query: ReturnType<typeof named>, page: PageRequest) => {
  let open = query.where('invitations.accepted_at', 'is', null);
  if (page.cursor !== undefined) {
    const { value, tie } = descendingPosition(page.cursor);
    open = open
      .where('invitations.created_at', '<=', value)
      .where((column) =>
        column.or([column('invitations.created_at', '<', value), column('invitations.id', '>', cursorText<InvitationId>(tie))]),
      );
  }
  const rows = await open
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id')
    .limit(page.limit + 1)
    .execute();
  return pageOf(rows, page, invitationOf, ({ createdAt, id }) => descendingKey(createdAt, id));
};

const leadsTo = (column: ExpressionBuilder<Schema, 'invitations'>, repositoryId: RepositoryId | undefined) =>
  repositoryId === undefined
    ? column('invitations.repository_id', 'is', null)
    : column('invitations.repository_id', '=', repositoryId);

export const invitationQueries = (source: SqlSource): InvitationQueries => {
  const mails = ({ since, until }: MailWindow, limit: number) =>
    source.db
      .selectFrom('invitation_mails')
      .select('sent_at')
      .where('sent_at', '>', since)
      .where('sent_at', '<=', until)
      .orderBy('sent_at', 'desc')
      .limit(limit);
  return {
    listOfOrganization: (organizationId, page) =>
      pageOfOpen(
        named(source).where('invitations.organization_id', '=', organizationId).where('invitations.repository_id', 'is', null),
        page,
      ),
    listOfRepository: (repositoryId, page) =>
      pageOfOpen(named(source).where('invitations.repository_id', '=', repositoryId), page),
    listPendingOf: (email, now, page) =>
      pageOfOpen(named(source).where('invitations.email', '=', email).where('invitations.expires_at', '>', now), page),
    find: async (id) => {
      const row = await named(source).where('invitations.id', '=', id).executeTakeFirst();
      return row && invitationOf(row);
    },
    findBySecret: async (secretSha256) => {
      const row = await named(source).where('secret_sha256', '=', hashToBinary(secretSha256)).executeTakeFirst();
      return row && invitationOf(row);
    },
    findOpen: async (organizationId, repositoryId, email) => {
      const query = named(source)
        .where('invitations.email', '=', email)
        .where('invitations.organization_id', '=', organizationId)
        .where((column) => leadsTo(column, repositoryId));
      return (await pageOfOpen(query, { limit: 1 })).items[0];
    },
    listOpenTo: async (organizationId, email) => {
      const rows = await named(source)
        .where('invitations.email', '=', email)
        .where('invitations.organization_id', '=', organizationId)
        .where('invitations.accepted_at', 'is', null)
        .orderBy('invitations.created_at', 'desc')
        .orderBy('invitations.id')
        .execute();
      return rows.map(invitationOf);
    },
    mailsTo: async (email, window, limit) => {
      const rows = await mails(window, limit).where('email', '=', email).execute();
      return rows.map((row) => row.sent_at);
    },
    mailsOf: async (organizationId, window, limit) => {
      const rows = await mails(window, limit).where('organization_id', '=', organizationId).execute();
      return rows.map((row) => row.sent_at);
    },
  };
};

export const invitationRecords = (source: SqlSource): InvitationRecords => {
  const { db } = source;
  return {
    add: async ({ id, organizationId, email, invitationGrant, invitedBy, createdAt, expiresAt }, secretSha256) => {
      const given =
        invitationGrant.kind === 'organization'
          ? { role: invitationGrant.role }
          : { repository_id: invitationGrant.repositoryId, level: invitationGrant.level };
      await db
        .insertInto('invitations')
        .values({
          id,
          organization_id: organizationId,
          email,
          ...given,
          secret_sha256: hashToBinary(secretSha256),
          invited_by: invitedBy,
          created_at: createdAt,
          expires_at: expiresAt,
        })
        .execute();
    },
    renew: async (id, { secretSha256, invitedBy, expiresAt }) => {
      const renewed = await db
        .updateTable('invitations')
        .set({ secret_sha256: hashToBinary(secretSha256), invited_by: invitedBy, expires_at: expiresAt })
        .where('id', '=', id)
        .where('accepted_at', 'is', null)
        .returning('id')
        .execute();
      return renewed.length > 0;
    },
    accept: async (id, by, at) => {
      const accepted = await db
        .updateTable('invitations')
        .set({ accepted_by: by, accepted_at: at })
        .where('id', '=', id)
        .where('accepted_at', 'is', null)
        .returning('id')
        .execute();
      return accepted.length > 0;
    },
    revoke: async (organizationId, repositoryId, id) => {
      const revoked = await db
        .deleteFrom('invitations')
        .where('id', '=', id)
        .where('organization_id', '=', organizationId)
        .where((column) => leadsTo(column, repositoryId))
        .where('accepted_at', 'is', null)
        .returning('id')
        .execute();
      return revoked.length > 0;
    },
    addMail: async ({ organizationId, email, at }) => {
      await db.insertInto('invitation_mails').values({ organization_id: organizationId, email, sent_at: at }).execute();
    },
    removeMailsBefore: async (instant) => {
      await db.deleteFrom('invitation_mails').where('sent_at', '<', instant).execute();
    },
    ...invitationQueries(source),
  };
};
