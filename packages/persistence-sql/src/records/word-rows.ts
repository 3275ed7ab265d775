import type { Organization, Repository } from '@svc/core';
import { wordsOfOrganization, wordsOfRepository } from '@svc/core/model';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';
import type { SqlDialect } from '../sql-dialect.js';

/** What the words are written with: a part of a transaction. */
interface WordSource {
  readonly db: Kysely<Schema>;
  readonly dialect: SqlDialect;
}

type Searchable = Pick<Repository, 'id' | 'organizationId' | 'name' | 'slug' | 'description'>;

/** What `insertRepositoryWords` writes of these repositories. */
export const repositoryWords = (dialect: SqlDialect, repositories: readonly Searchable[]): unknown =>
  dialect.rowsParameter(
    repositories.flatMap((repository) =>
      [...wordsOfRepository(repository)].map(([word, weight]) => [repository.id, word, repository.organizationId, weight]),
    ),
  );

/** Writes words as `repositoryWords` makes them, of repositories that have none. */
export const insertRepositoryWords = ({ db, dialect }: WordSource, words: unknown) => {
  const columns = ['repository_id', 'word', 'organization_id', 'weight'] as const;
  const types = { repository_id: 'text', word: 'text', organization_id: 'text', weight: 'number' } as const;
  const given = dialect.givenRows(words, types).as('given');
  return db.insertInto('repository_words').columns(columns).expression(db.selectFrom(given).select(columns));
};

/** Writes the words of organizations that have none. */
export const addOrganizationWords = async (
  { db, dialect }: WordSource,
  organizations: readonly Pick<Organization, 'id' | 'name' | 'slug'>[],
): Promise<void> => {
  const rows = organizations.flatMap((organization) =>
    [...wordsOfOrganization(organization)].map(([word, weight]) => [organization.id, word, weight]),
  );
  const columns = ['organization_id', 'word', 'weight'] as const;
  const types = { organization_id: 'text', word: 'text', weight: 'number' } as const;
  const given = dialect.givenRows(dialect.rowsParameter(rows), types).as('given');
  await db.insertInto('organization_words').columns(columns).expression(db.selectFrom(given).select(columns)).execute();
};
