import type { OrganizationId, RepositoryId } from '@svc/core/model';
import type { Compilable, Kysely, SchemaModule } from 'kysely';
import { addOrganizationWords, insertRepositoryWords, repositoryWords } from '../records/word-rows.js';
import type { Schema } from '../schema.js';
import type { SqlDialect } from '../sql-dialect.js';
import type { Migration } from './migration.js';

const words = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('organization_words')
        .addColumn('organization_id', text, (column) => column.notNull().references('organizations.id').onDelete('cascade'))
        .addColumn('word', text, (column) => column.notNull())
        .addColumn('weight', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('organization_words_key', ['organization_id', 'word']),
    ),
    dialect.clustered(
      schema
        .createTable('repository_words')
        .addColumn('repository_id', text, (column) => column.notNull().references('repositories.id').onDelete('cascade'))
        .addColumn('word', text, (column) => column.notNull())
        .addColumn('organization_id', text, (column) => column.notNull())
        .addColumn('weight', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('repository_words_key', ['repository_id', 'word']),
    ),
    schema
      .createIndex('repository_words_by_organization')
      .on('repository_words')
      .columns(['organization_id', 'word', 'repository_id']),
  ];
};

const rowsPerStatement = 200;

const fillOrganizations = async (db: Kysely<Schema>, dialect: SqlDialect): Promise<void> => {
  let last: OrganizationId | undefined;
  do {
    let query = db.selectFrom('organizations').select(['id', 'name', 'slug']);
    if (last !== undefined) query = query.where('id', '>', last);
    const rows = await query.orderBy('id').limit(rowsPerStatement).execute();
    await addOrganizationWords({ db, dialect }, rows);
    last = rows.at(-1)?.id;
  } while (last !== undefined);
};

const fillRepositories = async (db: Kysely<Schema>, dialect: SqlDialect): Promise<void> => {
  let last: RepositoryId | undefined;
  do {
    let query = db.selectFrom('repositories').select(['id', 'organization_id as organizationId', 'name', 'slug', 'description']);
    if (last !== undefined) query = query.where('id', '>', last);
    const rows = await query.orderBy('id').limit(rowsPerStatement).execute();
    await insertRepositoryWords({ db, dialect }, repositoryWords(dialect, rows)).execute();
    last = rows.at(-1)?.id;
  } while (last !== undefined);
};

export const searchWords: Migration = {
  number: 12,
  name: 'search',
  statements: words,
  // What a word is, the domain alone knows.
  fill: async (db, dialect) => {
    await fillOrganizations(db, dialect);
    await fillRepositories(db, dialect);
  },
};
