import type { Compilable, SchemaModule } from 'kysely';
import type { SqlDialect } from '../sql-dialect.js';
import type { Migration } from './migration.js';

/**
 * What the list may be narrowed by. Each has an index of its own, so that what matches seldom is found as soon as what matches always; and with all that
 * a list asks of an event in it, so that thousands are skipped without a look at them.
 */
const narrowings: Readonly<Record<string, readonly string[]>> = {
  age: [],
  type: ['type'],
  actor: ['actor_id'],
  actor_and_type: ['actor_id', 'type'],
  repository: ['repository_id'],
  repository_and_type: ['repository_id', 'type'],
  repository_and_actor: ['repository_id', 'actor_id'],
  repository_actor_and_type: ['repository_id', 'actor_id', 'type'],
};

const asked = ['type', 'repository_id'];

/** What happened outlives what it happened to, so it refers to no other table. */
const activity = (schema: SchemaModule, { columnTypes: { sequence, text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('activity')
    .addColumn('sequence', sequence)
    .addColumn('organization_id', text, (column) => column.notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('actor_id', text)
    .addColumn('repository_id', text)
    .addColumn('repository_slug', text)
    .addColumn('data', text)
    .addColumn('objects', 'bigint')
    .addColumn('bytes', 'bigint')
    .addColumn('generation', 'bigint')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('open_until', 'bigint'),
  ...Object.entries(narrowings).map(([name, columns]) =>
    schema
      .createIndex(`activity_by_${name}`)
      .on('activity')
      .columns([
        'organization_id',
        ...columns,
        'at desc',
        'sequence desc',
        ...asked.filter((column) => !columns.includes(column)),
      ]),
  ),
];

const hidden = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('hidden_repositories')
        .addColumn('user_id', text, (column) => column.notNull())
        .addColumn('repository_id', text, (column) => column.notNull())
        .addPrimaryKeyConstraint('hidden_repositories_key', ['user_id', 'repository_id']),
    ),
    schema.createIndex('repository_members_by_level').on('repository_members').columns(['user_id', 'level', 'repository_id']),
  ];
};

export const activityOfOrganizations: Migration = {
  number: 8,
  name: 'activity',
  statements: (schema, dialect) => [...activity(schema, dialect), ...hidden(schema, dialect)],
};
