import { type Compilable, CompiledQuery, type SchemaModule, sql } from 'kysely';
import type { SqlDialect } from '../sql-dialect.js';
import type { Migration } from './migration.js';

const run = (text: string): Compilable => ({ compile: () => CompiledQuery.raw(text) });

const backlog = (schema: SchemaModule): Compilable[] => [
  schema.alterTable('artifact_clocks').addColumn('unindexed', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
  run(
    'update artifact_clocks set unindexed = (select count(*) from objects ' +
      'where objects.organization_id = artifact_clocks.organization_id and name_key is not null)',
  ),
  run('create index artifact_clocks_to_index on artifact_clocks (unindexed) where unindexed >= 4096'),
];

const tables = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text, binary } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('artifact_name_marks')
        .addColumn('organization_id', text, (column) =>
          column.primaryKey().notNull().references('organizations.id').onDelete('cascade'),
        )
        .addColumn('indexed_us', 'bigint', (column) => column.notNull())
        .addColumn('names', 'bigint', (column) => column.notNull()),
    ),
    dialect.clustered(
      schema
        .createTable('artifact_instants')
        .addColumn('organization_id', text, (column) => column.notNull().references('organizations.id').onDelete('cascade'))
        .addColumn('block', 'bigint', (column) => column.notNull())
        .addColumn('first_us', 'bigint', (column) => column.notNull())
        .addColumn('instants', binary, (column) => column.notNull())
        .addPrimaryKeyConstraint('artifact_instants_key', ['organization_id', 'block']),
    ),
    schema.createIndex('artifact_instants_by_first').on('artifact_instants').columns(['organization_id', 'first_us']),
    dialect.clustered(
      schema
        .createTable('artifact_grams')
        .addColumn('organization_id', text, (column) => column.notNull().references('organizations.id').onDelete('cascade'))
        .addColumn('gram', 'bigint', (column) => column.notNull())
        .addColumn('segment', 'bigint', (column) => column.notNull())
        .addColumn('names', 'bigint', (column) => column.notNull())
        .addColumn('ordinals', binary, (column) => column.notNull())
        .addPrimaryKeyConstraint('artifact_grams_key', ['organization_id', 'gram', 'segment']),
    ),
  ];
};

/** Longer keys do not fit into an index of PostgreSQL. */
const shortened = (): Compilable => run('update objects set name_key = substr(name_key, 1, 400) where length(name_key) > 400');

/** The names of an organization in the order in which they came. */
const namesInOrder = (schema: SchemaModule): Compilable =>
  schema
    .createIndex('artifacts_of_organization_by_naming')
    .on('objects')
    .columns(['organization_id', 'registered_us', 'name_key', 'artifact_type', 'repository_id'])
    .where(sql.ref('name_key'), 'is not', null);

/** Names are no longer looked through in these, so they need only what they are sorted by. */
const slimmer = (schema: SchemaModule): Compilable[] =>
  (['organization', 'repository'] as const).flatMap((place) => [
    schema.dropIndex(`artifacts_of_${place}_by_name`),
    schema
      .createIndex(`artifacts_of_${place}_by_name`)
      .on('objects')
      .columns([`${place}_id`, 'artifact_type', 'name_key', 'registered_us desc'])
      .where(sql.ref('name_key'), 'is not', null),
  ]);

export const artifactNames: Migration = {
  number: 17,
  name: 'artifact-names',
  statements: (schema, dialect) => [
    ...backlog(schema),
    ...tables(schema, dialect),
    shortened(),
    namesInOrder(schema),
    ...slimmer(schema),
  ],
};
