import { CompiledQuery, type Compilable } from 'kysely';
import type { Migration } from './migration.js';

const statement = (text: string): Compilable => ({ compile: () => CompiledQuery.raw(text) });

/** Whoever looks for a verification beside busy organizations passes over all that these wait for at once. */
export const verificationsOfOrganizations: Migration = {
  number: 31,
  name: 'verifications-of-organizations',
  statements: (schema, dialect) => [
    schema.alterTable('pending_verifications').addColumn('organization_id', dialect.columnTypes.text),
    statement(
      'update pending_verifications set organization_id = (select organization_id from repositories where repositories.id = pending_verifications.repository_id)',
    ),
    schema
      .createIndex('pending_verifications_of_organization')
      .on('pending_verifications')
      .columns(['organization_id', 'due_at', 'requested_at', 'repository_id', 'oid']),
  ],
};
