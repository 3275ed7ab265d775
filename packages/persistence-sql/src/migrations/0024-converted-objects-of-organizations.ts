import type { Migration } from './migration.js';
import { rawStatement } from './raw-statement.js';

/** Converted objects are looked through by organization, those that have been due for longest first. */
export const convertedObjectsOfOrganizations: Migration = {
  number: 24,
  name: 'converted-objects-of-organizations',
  statements: (schema, dialect) => [
    schema.alterTable('converted_objects').addColumn('organization_id', dialect.columnTypes.text),
    rawStatement(
      'update converted_objects set organization_id = (select organization_id from repositories where repositories.id = converted_objects.repository_id)',
    ),
    schema
      .createIndex('converted_objects_of_organization')
      .on('converted_objects')
      .columns(['organization_id', 'due_at', 'repository_id', 'oid']),
  ],
};
