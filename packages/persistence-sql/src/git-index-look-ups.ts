import type { RepositoryId } from '@svc/core/model';
import type { Kysely, Selectable } from 'kysely';
import { compileOnce, type LookUp, type Parameter } from './compile-once.js';
import type { Schema } from './schema.js';
import type { SqlDialect } from './sql-dialect.js';

/** The repository, then the numbers. */
const givenNumbers = (dialect: SqlDialect, parameter: Parameter) => dialect.numberRows(parameter(1)).as('given');

/** Types of rows are written down because the compiler names all tables in those that it finds. */
type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

const gitIndexOf = (db: Kysely<Schema>) =>
  compileOnce((parameter) => db.selectFrom('git_indexes').selectAll().where('repository_id', '=', parameter<RepositoryId>(0)));

const gitCommits = (db: Kysely<Schema>, dialect: SqlDialect): LookUp<Row<'git_commits'>> =>
  compileOnce((parameter) =>
    db
      .selectFrom(givenNumbers(dialect, parameter))
      .crossJoin('git_commits')
      .selectAll('git_commits')
      .where('repository_id', '=', parameter<RepositoryId>(0))
      .whereRef('git_commits.number', '=', 'given.number'),
  );

type ObjectColumn = 'number' | 'id' | 'size_bytes' | 'lfs_oid' | 'lfs_size_bytes' | 'content_oid';

const gitObjects = (db: Kysely<Schema>, dialect: SqlDialect): LookUp<Pick<Row<'git_objects'>, ObjectColumn>> =>
  compileOnce((parameter) =>
    db
      .selectFrom(givenNumbers(dialect, parameter))
      .crossJoin('git_objects')
      .select(['git_objects.number', 'id', 'size_bytes', 'lfs_oid', 'lfs_size_bytes', 'content_oid'])
      .where('repository_id', '=', parameter<RepositoryId>(0))
      .whereRef('git_objects.number', '=', 'given.number'),
  );

/** Pages of path trees. */
const gitNodes = (db: Kysely<Schema>, dialect: SqlDialect): LookUp<Pick<Row<'git_nodes'>, 'page' | 'bytes'>> =>
  compileOnce((parameter) =>
    db
      .selectFrom(givenNumbers(dialect, parameter))
      .crossJoin('git_nodes')
      .select(['page', 'bytes'])
      .where('repository_id', '=', parameter<RepositoryId>(0))
      .whereRef('page', '=', 'given.number'),
  );

/** Where the path trees of commits begin. */
const gitRoots = (
  db: Kysely<Schema>,
  dialect: SqlDialect,
): LookUp<Pick<Row<'git_commits'>, 'number' | 'root_commit' | 'root_offset'>> =>
  compileOnce((parameter) =>
    db
      .selectFrom(givenNumbers(dialect, parameter))
      .crossJoin('git_commits')
      .select(['git_commits.number', 'root_commit', 'root_offset'])
      .where('repository_id', '=', parameter<RepositoryId>(0))
      .whereRef('git_commits.number', '=', 'given.number'),
  );

/** What every request of the Git index asks for, and what is asked for again and again on the way through path trees. */
export const compileGitIndexLookUps = (db: Kysely<Schema>, dialect: SqlDialect) => ({
  gitIndexOf: gitIndexOf(db),
  gitCommits: gitCommits(db, dialect),
  gitObjects: gitObjects(db, dialect),
  gitNodes: gitNodes(db, dialect),
  gitRoots: gitRoots(db, dialect),
});
