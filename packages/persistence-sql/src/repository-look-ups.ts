import type { Slug } from '@svc/core';
import type {
  DeduplicationMode,
  Instant,
  OverrideLevel,
  RepositoryId,
  RepositoryVisibility,
  StorageGroupId,
  UserId,
} from '@svc/core/model';
import type { Kysely } from 'kysely';
import { compileOnce } from './compile-once.js';
import { isPresent } from './records/removed-repositories.js';
import { insertRepositoryWords } from './records/word-rows.js';
import type { Schema } from './schema.js';
import type { SqlDialect } from './sql-dialect.js';

const repositoryById = (db: Kysely<Schema>) =>
  compileOnce((parameter) =>
    db.selectFrom('repositories').selectAll().where('id', '=', parameter<RepositoryId>(0)).where(isPresent),
  );

/** Its id, then the values in the order of the columns; a row unless there is no such repository, or the slug is another one's. */
const updateRepository = (db: Kysely<Schema>) =>
  compileOnce((parameter) =>
    db
      .updateTable('repositories')
      .set({
        name: parameter<string>(1),
        slug: parameter<Slug>(2),
        description: parameter<string>(3),
        visibility: parameter<RepositoryVisibility>(4),
        storage_group_id: parameter<StorageGroupId | null>(5),
        updated_at: parameter<Instant>(6),
        deduplicate: parameter<DeduplicationMode | null>(7),
        reclaim_unreachable_after_days: parameter<number | null>(8),
      })
      .where('id', '=', parameter<RepositoryId>(0))
      .where(isPresent)
      .where((expression) =>
        expression.not(
          expression.exists(
            expression
              .selectFrom('repositories as others')
              .select('others.id')
              .whereRef('others.organization_id', '=', 'repositories.organization_id')
              .where('others.slug', '=', parameter<Slug>(2))
              .where('others.id', '!=', parameter<RepositoryId>(0)),
          ),
        ),
      )
      .returning('organization_id as organizationId'),
  );

/** By repository. */
const removeRepositoryWords = (db: Kysely<Schema>) =>
  compileOnce((parameter) => db.deleteFrom('repository_words').where('repository_id', '=', parameter<RepositoryId>(0)));

/** Of words as `repositoryWords` makes them. */
const addRepositoryWords = (db: Kysely<Schema>, dialect: SqlDialect) =>
  compileOnce((parameter) => insertRepositoryWords({ db, dialect }, parameter(0)));

/** Of the values in the order of the columns. */
const putRepositoryMember = (db: Kysely<Schema>) =>
  compileOnce((parameter) => {
    const content = {
      level: parameter<OverrideLevel>(2),
      created_at: parameter<Instant>(3),
      set_by_owner: parameter<number>(4),
    };
    return db
      .insertInto('repository_members')
      .values({ repository_id: parameter<RepositoryId>(0), user_id: parameter<UserId>(1), ...content })
      .onConflict((conflict) => conflict.columns(['repository_id', 'user_id']).doUpdateSet(content));
  });

/** The statements about one repository that are made again and again. */
export const compileRepositoryLookUps = (db: Kysely<Schema>, dialect: SqlDialect) => ({
  repositoryById: repositoryById(db),
  updateRepository: updateRepository(db),
  removeRepositoryWords: removeRepositoryWords(db),
  addRepositoryWords: addRepositoryWords(db, dialect),
  putRepositoryMember: putRepositoryMember(db),
});
