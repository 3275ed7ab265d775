import { type Compilable, CompiledQuery, type SchemaModule, sql } from 'kysely';
import type { SqlDialect } from '../sql-dialect.js';
import type { Migration } from './migration.js';

const run = (text: string): Compilable => ({ compile: () => CompiledQuery.raw(text) });

const columns = (schema: SchemaModule, { columnTypes: { text } }: SqlDialect): Compilable[] => [
  schema.alterTable('objects').addColumn('organization_id', text, (column) => column.notNull().defaultTo(sql.lit(''))),
  schema.alterTable('objects').addColumn('artifact_type', text, (column) => column.notNull().defaultTo(sql.lit('other'))),
  schema.alterTable('objects').addColumn('name', text),
  schema.alterTable('objects').addColumn('name_key', text),
  schema.alterTable('objects').addColumn('registered_us', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
  schema.alterTable('objects').addColumn('downloads', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
  schema.alterTable('objects').addColumn('last_downloaded_at', 'bigint'),
  schema.alterTable('upload_objects').addColumn('name', text),
  schema.alterTable('upload_objects').addColumn('artifact_type', text),
];

const tables = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('artifact_clocks')
        .addColumn('organization_id', text, (column) =>
          column.primaryKey().notNull().references('organizations.id').onDelete('cascade'),
        )
        .addColumn('last_us', 'bigint', (column) => column.notNull()),
    ),
    dialect.clustered(
      schema
        .createTable('artifact_counts')
        .addColumn('organization_id', text, (column) => column.notNull())
        .addColumn('repository_id', text, (column) => column.notNull().references('repositories.id').onDelete('cascade'))
        .addColumn('type', text, (column) => column.notNull())
        .addColumn('objects', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('artifact_counts_key', ['organization_id', 'repository_id', 'type']),
    ),
    schema.createIndex('artifact_counts_by_repository').on('artifact_counts').column('repository_id'),
  ];
};

/** Objects that are there are told apart by nothing but their order: of those of one instant each gets the next microsecond. */
const filling = (): Compilable[] => [
  run(
    'update objects set organization_id = placed.organization_id, registered_us = placed.place + placed.lead from (' +
      'select repository_id, oid, organization_id, place, max(created_at * 1000 - place) over ' +
      '(partition by organization_id order by place) as lead from (' +
      'select objects.repository_id, oid, repositories.organization_id, objects.created_at, row_number() over ' +
      '(partition by repositories.organization_id order by objects.created_at, objects.repository_id, oid) as place ' +
      'from objects join repositories on repositories.id = objects.repository_id) as ordered) as placed ' +
      'where placed.repository_id = objects.repository_id and placed.oid = objects.oid',
  ),
  run(
    'update objects set downloads = counted.downloads, last_downloaded_at = counted.last_downloaded_at ' +
      'from object_downloads as counted where counted.repository_id = objects.repository_id and counted.oid = objects.oid',
  ),
  run(
    'insert into artifact_clocks (organization_id, last_us) select organization_id, max(registered_us) from objects ' +
      'group by organization_id',
  ),
  run(
    'insert into artifact_counts (organization_id, repository_id, type, objects) ' +
      'select organization_id, repository_id, artifact_type, count(*) from objects group by organization_id, repository_id, artifact_type',
  ),
];

/** For each place in which artifacts are listed, and each order: of one type, so that a list of all types merges the first of each. */
const indexes = (schema: SchemaModule): Compilable[] =>
  (['organization', 'repository'] as const).flatMap((place) => {
    const on = (order: string, ...ordered: readonly string[]) =>
      schema
        .createIndex(`artifacts_of_${place}_by_${order}`)
        .on('objects')
        .columns([
          `${place}_id`,
          'artifact_type',
          ...ordered,
          'registered_us desc',
          ...(place === 'repository' ? [] : ['repository_id']),
        ]);
    return [
      on('age'),
      on('size', 'size_bytes desc'),
      on('downloads', 'downloads desc').where(sql.ref('downloads'), '>', sql.lit(0)),
    ];
  });

/** With all that a search by a part of the name compares. */
const nameIndexes = (schema: SchemaModule): Compilable[] =>
  (['organization', 'repository'] as const).map((place) =>
    schema
      .createIndex(`artifacts_of_${place}_by_name`)
      .on('objects')
      .columns([
        `${place}_id`,
        'artifact_type',
        'name_key',
        'registered_us desc',
        'size_bytes',
        'downloads',
        ...(place === 'repository' ? ['oid'] : ['repository_id', 'oid']),
      ])
      .where(sql.ref('name_key'), 'is not', null),
  );

export const artifacts: Migration = {
  number: 13,
  name: 'artifacts',
  statements: (schema, dialect) => [
    ...columns(schema, dialect),
    ...tables(schema, dialect),
    ...filling(),
    ...indexes(schema),
    ...nameIndexes(schema),
  ],
};
