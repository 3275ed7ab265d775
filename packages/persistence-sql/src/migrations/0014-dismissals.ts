import type { Migration } from './migration.js';

export const dismissals: Migration = {
  number: 14,
  name: 'dismissals',
  statements: (schema, dialect) => {
    const { text } = dialect.columnTypes;
    return [
      dialect.clustered(
        schema
          .createTable('recommendation_dismissals')
          .addColumn('repository_id', text, (column) => column.notNull().references('repositories.id').onDelete('cascade'))
          .addColumn('recommendation_id', text, (column) => column.notNull())
          .addColumn('dismissed_by', text, (column) => column.notNull())
          .addColumn('dismissed_at', 'bigint', (column) => column.notNull())
          .addPrimaryKeyConstraint('recommendation_dismissals_key', ['repository_id', 'recommendation_id']),
      ),
    ];
  },
};
