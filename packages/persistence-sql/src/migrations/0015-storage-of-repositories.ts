import type { RepositoryId } from '@svc/core/model';
import { type Compilable, CompiledQuery, type Kysely, type SchemaModule, sql } from 'kysely';
import { countFolders } from '../records/folder-rows.js';
import type { Schema } from '../schema.js';
import type { SqlDialect } from '../sql-dialect.js';
import type { Migration } from './migration.js';

const run = (text: string): Compilable => ({ compile: () => CompiledQuery.raw(text) });

const sums = ['logical_bytes', 'physical_bytes', 'chunked_objects', 'chunked_logical_bytes', 'chunked_physical_bytes'];

/** What the objects of a type come to, beside how many they are. */
const totals = (schema: SchemaModule): Compilable[] => [
  ...sums.map((name) =>
    schema.alterTable('artifact_counts').addColumn(name, 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
  ),
  run(
    `update artifact_counts set ${sums.map((name) => `${name} = counted.${name}`).join(', ')} from (` +
      'select repository_id, artifact_type, cast(sum(size_bytes) as bigint) as logical_bytes, ' +
      'cast(sum(physical_bytes) as bigint) as physical_bytes, ' +
      "cast(sum(case when layout = 'chunks' then 1 else 0 end) as bigint) as chunked_objects, " +
      "cast(sum(case when layout = 'chunks' then size_bytes else 0 end) as bigint) as chunked_logical_bytes, " +
      "cast(sum(case when layout = 'chunks' then physical_bytes else 0 end) as bigint) as chunked_physical_bytes " +
      'from objects group by repository_id, artifact_type) as counted ' +
      'where counted.repository_id = artifact_counts.repository_id and counted.artifact_type = artifact_counts.type',
  ),
];

/** Charges come and go without looking at the repository's row, so none of these refers to it. Of the uploads before, nobody has counted by days. */
const days = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('repository_days')
        .addColumn('repository_id', text, (column) => column.notNull())
        .addColumn('day', 'bigint', (column) => column.notNull())
        .addColumn('added_bytes', 'bigint', (column) => column.notNull())
        .addColumn('removed_bytes', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('repository_days_key', ['repository_id', 'day']),
    ),
    dialect.clustered(
      schema
        .createTable('repository_uploads')
        .addColumn('repository_id', text, (column) => column.notNull())
        .addColumn('day', 'bigint', (column) => column.notNull())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('repository_uploads_key', ['repository_id', 'day']),
    ),
    run(
      'insert into repository_days (repository_id, day, added_bytes, removed_bytes) ' +
        'select repository_id, (at / 86400000) * 86400000, ' +
        'cast(sum(case when bytes > 0 then bytes else 0 end) as bigint), ' +
        'cast(sum(case when bytes < 0 then -bytes else 0 end) as bigint) ' +
        'from ledger_entries where repository_id in (select id from repositories) ' +
        'group by repository_id, (at / 86400000) * 86400000',
    ),
  ];
};

const folders = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('folders')
        .addColumn('repository_id', text, (column) => column.notNull().references('repositories.id').onDelete('cascade'))
        .addColumn('parent', text, (column) => column.notNull())
        .addColumn('name', text, (column) => column.notNull())
        .addColumn('objects', 'bigint', (column) => column.notNull())
        .addColumn('logical_bytes', 'bigint', (column) => column.notNull())
        .addColumn('physical_bytes', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('folders_key', ['repository_id', 'parent', 'name']),
    ),
    schema.createIndex('folders_by_size').on('folders').columns(['repository_id', 'parent', 'logical_bytes desc', 'name']),
  ];
};

const repositoriesAtATime = 200;
const objectsAtATime = 1000;

const fillFoldersOf = async (db: Kysely<Schema>, repositoryId: RepositoryId): Promise<void> => {
  let last: Uint8Array | undefined;
  do {
    let query = db
      .selectFrom('objects')
      .select(['oid', 'name', 'size_bytes', 'physical_bytes'])
      .where('repository_id', '=', repositoryId);
    if (last !== undefined) query = query.where('oid', '>', last);
    const rows = await query.orderBy('oid').limit(objectsAtATime).execute();
    const objects = rows.map((row) => ({
      name: row.name ?? undefined,
      sizeBytes: row.size_bytes,
      physicalBytes: row.physical_bytes,
    }));
    await countFolders({ db }, repositoryId, objects);
    last = rows.at(-1)?.oid;
  } while (last !== undefined);
};

/** Which folders a name lies in, the domain alone knows. */
const fillFolders = async (db: Kysely<Schema>): Promise<void> => {
  let last: RepositoryId | undefined;
  do {
    let query = db.selectFrom('repositories').select('id');
    if (last !== undefined) query = query.where('id', '>', last);
    const rows = await query.orderBy('id').limit(repositoriesAtATime).execute();
    for (const { id } of rows) await fillFoldersOf(db, id);
    last = rows.at(-1)?.id;
  } while (last !== undefined);
};

export const storageOfRepositories: Migration = {
  number: 15,
  name: 'storage-of-repositories',
  statements: (schema, dialect) => [...totals(schema), ...days(schema, dialect), ...folders(schema, dialect)],
  fill: fillFolders,
};
