import { type Compilable, type SchemaModule, sql } from 'kysely';
import type { SqlDialect } from '../../sql-dialect.js';
import { ofOrganization, ofRepository, required } from './columns.js';

const objectTable = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { binary, text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('objects')
        .addColumn('repository_id', text, ofRepository)
        .addColumn('oid', binary, required)
        .addColumn('size_bytes', 'bigint', required)
        .addColumn('physical_bytes', 'bigint', required)
        .addColumn('layout', text, required)
        .addColumn('manifest_sha256', binary)
        .addColumn('chunk_count', 'bigint')
        .addColumn('uploaded_by', text, required)
        .addColumn('created_at', 'bigint', required)
        .addColumn('organization_id', text, required)
        .addColumn('artifact_type', text, required)
        .addColumn('name', text)
        .addColumn('name_key', text)
        .addColumn('registered_us', 'bigint', required)
        .addColumn('downloads', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0)))
        .addColumn('last_downloaded_at', 'bigint')
        .addPrimaryKeyConstraint('objects_key', ['repository_id', 'oid']),
    ),
    schema.createIndex('objects_by_age').on('objects').columns(['repository_id', 'created_at desc', 'oid']),
    schema.createIndex('objects_by_size').on('objects').columns(['repository_id', 'size_bytes desc', 'oid']),
  ];
};

/** For each place in which artifacts are listed, and each order: of one type, so that a list of all types merges the first of each. */
const orders = (schema: SchemaModule): Compilable[] =>
  (['organization', 'repository'] as const).flatMap((place) => {
    const on = (order: string) => schema.createIndex(`artifacts_of_${place}_by_${order}`).on('objects');
    const first = [`${place}_id`, 'artifact_type'];
    const last = ['registered_us desc', ...(place === 'repository' ? [] : ['repository_id'])];
    return [
      on('age').columns([...first, ...last]),
      on('size').columns([...first, 'size_bytes desc', ...last]),
      on('downloads')
        .columns([...first, 'downloads desc', ...last])
        .where(sql.ref('downloads'), '>', sql.lit(0)),
      on('name')
        .columns([...first, 'name_key', 'registered_us desc'])
        .where(sql.ref('name_key'), 'is not', null),
    ];
  });

/** How many objects there are of each type and what they come to, all and those in chunks. */
const counts = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  const sums = ['logical_bytes', 'physical_bytes', 'chunked_objects', 'chunked_logical_bytes', 'chunked_physical_bytes'];
  const table = schema
    .createTable('artifact_counts')
    .addColumn('organization_id', text, required)
    .addColumn('repository_id', text, ofRepository)
    .addColumn('type', text, required)
    .addColumn('objects', 'bigint', required)
    .addPrimaryKeyConstraint('artifact_counts_key', ['organization_id', 'repository_id', 'type']);
  return [
    dialect.clustered(
      sums.reduce((made, sum) => made.addColumn(sum, 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))), table),
    ),
    schema.createIndex('artifact_counts_by_repository').on('artifact_counts').column('repository_id'),
  ];
};

const folders = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('folders')
        .addColumn('repository_id', text, ofRepository)
        .addColumn('parent', text, required)
        .addColumn('name', text, required)
        .addColumn('objects', 'bigint', required)
        .addColumn('logical_bytes', 'bigint', required)
        .addColumn('physical_bytes', 'bigint', required)
        .addPrimaryKeyConstraint('folders_key', ['repository_id', 'parent', 'name']),
    ),
    schema.createIndex('folders_by_size').on('folders').columns(['repository_id', 'parent', 'logical_bytes desc', 'name']),
  ];
};

/** The clock that tells objects of one organization apart, and how many names wait for the index of names. */
const clocks = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('artifact_clocks')
        .addColumn('organization_id', text, (column) => ofOrganization(column).primaryKey())
        .addColumn('last_us', 'bigint', required)
        .addColumn('unindexed', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
    ),
    schema
      .createIndex('artifact_clocks_to_index')
      .on('artifact_clocks')
      .column('unindexed')
      .where(sql.ref('unindexed'), '>=', sql.lit(4096)),
  ];
};

/** The index of names by grams, and the names in the order in which they came. */
const names = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text, binary } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('artifact_name_marks')
        .addColumn('organization_id', text, (column) => ofOrganization(column).primaryKey())
        .addColumn('indexed_us', 'bigint', required)
        .addColumn('names', 'bigint', required),
    ),
    dialect.clustered(
      schema
        .createTable('artifact_instants')
        .addColumn('organization_id', text, ofOrganization)
        .addColumn('block', 'bigint', required)
        .addColumn('first_us', 'bigint', required)
        .addColumn('instants', binary, required)
        .addPrimaryKeyConstraint('artifact_instants_key', ['organization_id', 'block']),
    ),
    schema.createIndex('artifact_instants_by_first').on('artifact_instants').columns(['organization_id', 'first_us']),
    dialect.clustered(
      schema
        .createTable('artifact_grams')
        .addColumn('organization_id', text, ofOrganization)
        .addColumn('gram', 'bigint', required)
        .addColumn('segment', 'bigint', required)
        .addColumn('names', 'bigint', required)
        .addColumn('ordinals', binary, required)
        .addPrimaryKeyConstraint('artifact_grams_key', ['organization_id', 'gram', 'segment']),
    ),
    schema
      .createIndex('artifacts_of_organization_by_naming')
      .on('objects')
      .columns(['organization_id', 'registered_us', 'name_key', 'artifact_type', 'repository_id'])
      .where(sql.ref('name_key'), 'is not', null),
  ];
};

/** Objects, the orders in which they are listed, and what they add up to. */
export const objects = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => [
  ...objectTable(schema, dialect),
  ...orders(schema),
  ...counts(schema, dialect),
  ...folders(schema, dialect),
  ...clocks(schema, dialect),
  ...names(schema, dialect),
];
