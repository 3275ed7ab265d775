import type { Migration } from './migration.js';
import { rawStatement } from './raw-statement.js';

/** A process that claims a verification skips a busy organization by this index, instead of reading each verification that the organization waits for. */
export const verificationsOfOrganizations: Migration = {
  number: 31,
  name: 'verifications-of-organizations',
  statements: (schema, dialect) => [
    schema.alterTable('pending_verifications').addColumn('organization_id', dialect.columnTypes.text),
    rawStatement(
      'update pending_verifications set organization_id = (select organization_id from repositories where repositories.id = pending_verifications.repository_id)',
    ),
    schema
      .createIndex('pending_verifications_of_organization')
      .on('pending_verifications')
      .columns(['organization_id', 'due_at', 'requested_at', 'repository_id', 'oid']),
  ],
};
